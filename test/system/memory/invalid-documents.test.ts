import { expect, it } from 'vitest';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { startSmallServe } from '../../support/processes/small-serve.ts';

const database = useDatabase();

const MEGABYTE = 1_000_000;
/** Kept, as they once were, ninety of them ended the process. */
const DOCUMENTS = 200;

/** Each another one: it ends in the middle, or asks for a field that there is none of. */
function invalidDocument(index: number): string {
  const text = `a${index}`.padEnd(MEGABYTE, 'x');
  return index % 10 > 0 ? `{ viewer { ${text}` : `{ ${text} }`;
}

it('200 invalid documents of 1 MB, sent with an API key alone, do not end a process of 128 MB of heap', async () => {
  const node = startSmallServe(database.url, 128);
  const url = await node.url;
  const { headers } = await createTestService(database.db, await createTestTokens(database.db));
  const { authorization, ...byKey } = headers;
  const send = async (query: string, caller: Record<string, string>): Promise<string> => {
    const all = { ...caller, 'content-type': 'application/json' };
    const body = JSON.stringify({ query });
    return await (await fetch(`${url}/graphql`, { method: 'POST', headers: all, body })).text();
  };
  for (let index = 0; index < DOCUMENTS; index += 1)
    expect(await send(invalidDocument(index), byKey)).toContain('"code":"GRAPHQL_');
  expect(await send('{ viewer { service } }', { ...byKey, authorization })).toContain('"viewer"');
  expect(node.child.exitCode).toBeNull();
}, 300_000);
