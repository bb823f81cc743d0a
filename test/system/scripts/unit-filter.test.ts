import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** Starts a process that starts others. */
const SLOW = { timeout: 120_000 };
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

/** Filter of the unit that ends the process, or refuses by that error, where priorities are set. */
function withoutPriorities(errorName: string): UnitFilter {
  const { allowed } = readUnitFilter(UNIT);
  const left = [...allowed].filter((name) => name !== 'setpriority');
  return { allowed: new Set(left), errorName };
}

describe.skipIf(!canLoadFilters())('the gateway', SLOW, () => {
  it.each<[string, () => UnitFilter]>([
    ['under the filter of its unit', () => readUnitFilter(UNIT)],
    // A call that the unit does not list must not be one that documents and reports need.
    ['where any other call ends it', () => ({ ...readUnitFilter(UNIT), errorName: undefined })],
    ['where priorities are refused', () => withoutPriorities('EPERM')],
    ['where there are no priorities', () => withoutPriorities('ENOSYS')],
  ])('reads a document and prints a report: %s', async (_where, makeFilter) => {
    const env = { DATABASE_URL: database.url, ...TOKEN_ENV, ...files.env };
    const gateway = startServe(env, commandUnder(makeFilter()));
    const url = await gateway.url;
    expect([await extract(url), await print(url)]).toEqual(['done', '%PDF-']);
    expect(await gateway.stop('SIGTERM')).toBe(0);
  });
});
