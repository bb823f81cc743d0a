import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@urql/core';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { listFences } from '../../support/documents/pages.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const DOCUMENT = new URL('../../../docs/guide/clients.md', import.meta.url);
const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url));

type Session = { headers: () => object; renew: () => void; wait: (seconds: number) => void };
type Connect = (url: string, session: Session) => Client;

/** Code of the page, as a file that finds the packages of this folder. */
async function importSnippet(): Promise<Connect> {
  const fences = listFences(await readFile(DOCUMENT, 'utf8'));
  const folder = await mkdtemp(join(PACKAGES, '.documented-client-'));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const path = join(folder, 'connect.mjs');
  await writeFile(path, fences.find(({ info }) => info === 'js')?.text ?? '');
  const { connect } = z
    .object({ connect: z.custom<Connect>((value) => typeof value === 'function') })
    .parse(await import(/* @vite-ignore */ path));
  return connect;
}

it('the client of the guide reads, and renews the session when the token is refused', async () => {
  const connect = await importSnippet();
  const { headers } = gateway.service;
  let sent: object = headers;
  const calls: string[] = [];
  const client = connect(`${gateway.url}/graphql`, {
    headers: () => sent,
    renew: () => calls.push('renew'),
    wait: (seconds) => calls.push(`wait ${seconds}`),
  });
  const read = async () =>
    await client.query<unknown>('{ viewer { scopes } }', {}, NETWORK).toPromise();
  const { data } = await read();
  expect(JSON.stringify(data)).toContain('"BUSINESS_READ"');
  expect(calls).toEqual([]);
  sent = { ...headers, authorization: 'Bearer expired' };
  const { error } = await read();
  expect(error?.graphQLErrors[0]?.extensions).toMatchObject({ code: 'NOT_AUTHORIZED' });
  expect(error?.graphQLErrors[0]?.extensions).not.toHaveProperty('requiredScope');
  expect(calls).toEqual(['renew']);
});

const NETWORK = { requestPolicy: 'network-only' } as const;
