import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findIsolation } from '../../../src/extraction/isolation/find-isolation.ts';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { inventScreening } from '../../support/data/screenings.ts';
import { storeScreening } from '../../support/data/store-screening.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { startServe } from '../../support/processes/serve-process.ts';
import {
  canLoadFilters,
  commandUnder,
  readUnitFilter,
  type UnitFilter,
} from '../support/unit-filter.ts';

const UNIT = readFileSync('deploy/participant-gateway.service', 'utf8');
const TOKEN_ENV = { TOKEN_ISSUER: 'test-issuer', TOKEN_AUDIENCE: 'test-audience' };

const database = useDatabase();
const files = nameFileFolder();
afterAll(files.remove);
let service: TestService;
let screeningId: number;
beforeAll(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
  screeningId = await storeScreening(database.db, service.serviceId, inventScreening());
});

async function extract(url: string): Promise<unknown> {
  const body = new FormData();
  body.append('file', new File([CERTIFICATE], 'constancia.pdf', { type: 'application/pdf' }));
  const sent = { method: 'POST', headers: service.headers, body };
  const reply = await fetch(`${url}/api/v4/document/extract`, sent);
  const id = String(at(await reply.json(), 'data', 'extraction_id'));
  const look = async () =>
    await fetch(`${url}/api/v4/document/extraction/${id}`, { headers: service.headers });
  const readStatus = async () => at(await (await look()).json(), 'data', 'status');
  await expect.poll(readStatus, { interval: 100, timeout: 60_000 }).not.toMatch(/queued|running/);
  return await readStatus();
}

async function print(url: string): Promise<string> {
  const path = `/api/v4/blacklist/report/${screeningId}/pdf`;
  const reply = await fetch(`${url}${path}`, { headers: service.headers });
  return Buffer.from(await reply.arrayBuffer()).toString('latin1', 0, 5);
}

/** Filter of the unit without a call, which is refused by that error. */
function without(call: string, errorName: string): UnitFilter {
  const { allowed } = readUnitFilter(UNIT);
  return { allowed: new Set([...allowed].filter((name) => name !== call)), errorName };
}

/** What the gateway logs of its readers at start, by the field that operators look for. */
function readerLine(stdout: string): unknown {
  return JSON.parse(stdout.split('\n').find((line) => line.includes('readerIsolation')) ?? '{}');
}

describe.skipIf(!canLoadFilters())('the gateway', () => {
  let env: Record<string, string>;
  let readerIsolation: string;
  beforeAll(async () => {
    env = { DATABASE_URL: database.url, ...TOKEN_ENV, ...files.env };
    ({ level: readerIsolation } = await findIsolation());
  });

  it.each<[string, () => UnitFilter]>([
    ['under the filter of its unit', () => readUnitFilter(UNIT)],
    // A call that the unit does not list must not be one that documents and reports need.
    ['where any other call ends it', () => ({ ...readUnitFilter(UNIT), errorName: undefined })],
    ['where priorities are refused', () => without('setpriority', 'EPERM')],
    ['where there are no priorities', () => without('setpriority', 'ENOSYS')],
  ])('reads a document and prints a report: %s', async (_where, makeFilter) => {
    const gateway = startServe(env, commandUnder(makeFilter()));
    const url = await gateway.url;
    expect([await extract(url), await print(url)]).toEqual(['done', '%PDF-']);
    expect(readerLine(gateway.output().stdout)).toMatchObject({ level: 30, readerIsolation });
    expect(await gateway.stop('SIGTERM')).toBe(0);
  });

  it('says where the kernel does not isolate its readers, and does not start where it has to', async () => {
    const launcher = commandUnder(without('landlock_create_ruleset', 'EPERM'));
    const gateway = startServe(env, launcher);
    expect(await extract(await gateway.url)).toBe('done');
    expect(readerLine(gateway.output().stdout)).toMatchObject({
      level: 40,
      readerIsolation: 'node',
      reason: 'landlock_create_ruleset: Operation not permitted',
    });
    expect(await gateway.stop('SIGTERM')).toBe(0);
    const strict = startServe({ ...env, READER_ISOLATION: 'required' }, launcher);
    expect(await strict.exit).toBe(1);
    expect(strict.output().stderr).toBe(
      'error: The kernel cannot isolate readers of documents (landlock_create_ruleset: Operation not permitted): see docs/operate/security.md, or set READER_ISOLATION=preferred.\n',
    );
  });
});
