import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { graphqlRequest } from '../contender.ts';
import { DATA_FOLDER } from '../data-folder.ts';
import { GATEWAY_DIR, type Headers, runGateway, SERVICE } from '../gateway.ts';
import { findMember, getListMember, getNumberMember } from '../json.ts';
import type { LoadRequest } from '../load/load.ts';
import { UPSERT_BUSINESS } from '../operations.ts';
import { inventParty } from '../screening/invented-people.ts';
import type { ServerProcess } from '../server-process.ts';
import { openSqlClient } from '../sql-client.ts';
import { createRandom } from '../stats.ts';
import { type Asking, type Heavy, upsertOf } from './heavy-requests.ts';

const AS_OF = '2025-01-31';
const OWN_LIST = 'custom:retenidos';
const OWN_ENTRIES = 5000;

/** Loads two fictitious shared lists and a custom list, for reports and screenings. */
export async function loadHeavyLists(databaseUrl: string): Promise<void> {
  const day = ['--as-of', AS_OF];
  const load = async (...args: string[]): Promise<unknown> =>
    await runGateway(databaseUrl, ['lists', 'import', ...args]);
  await load('ofac-sdn', demoList('ofac-sdn.csv'), demoList('ofac-alt.csv'), ...day);
  await load('sat69-cancelados', demoList('sat69-cancelados.csv'), ...day);
  await importOwnList(databaseUrl, AS_OF);
}

function demoList(name: string): string {
  return join(GATEWAY_DIR, 'demo/lists', name);
}

async function importOwnList(databaseUrl: string, day: string): Promise<void> {
  const file = join(DATA_FOLDER, 'own-list.csv');
  const random = createRandom(1);
  const lines = Array.from({ length: OWN_ENTRIES }, () => inventParty(random).name);
  await writeFile(file, ['name', ...lines, day, ''].join('\n'));
  const of = ['--service', SERVICE, '--as-of', day];
  await runGateway(databaseUrl, ['lists', 'import', OWN_LIST, file, ...of]);
  await rm(file);
}

export type Reporting = Omit<Asking, 'businessOf'> & { server: ServerProcess; databaseUrl: string };

/** Large operations: reports, PDFs, screenings, lookups and receipts. */
export function heavyReports(asking: Reporting): Heavy[] {
  const { headers } = asking;
  const reportIds: number[] = [];
  return [
    {
      name: 'draft of a socio-economic report',
      prepare: async (turn) => await consentOf(asking, REPORTED + turn),
      run: async (turn) => {
        const asked = { id_persona: REPORTED + turn };
        const body = await send(asking, post('/api/v4/socioeconomic/report', asked, headers));
        reportIds[turn] = getNumberMember(body, 'data', 'report_id');
      },
    },
    {
      name: 'PDF of it',
      run: async (turn) =>
        await download(asking, `/api/v4/socioeconomic/report/${reportIds[turn]}/pdf?draft=1`),
    },
    {
      name: 'screening report as a PDF',
      run: async () => await send(asking, post('/api/v4/blacklist/ofac/report', LISTED, headers)),
    },
    {
      name: 'sat69Batch of 5,000',
      run: async () => {
        const variables = { rfcs: RFCS, asOf: AS_OF };
        await send(asking, graphqlRequest(SAT69, variables, headers));
      },
    },
    {
      name: 'list of 100 receipts',
      run: async () => await send(asking, graphqlRequest(RECEIPTS, {}, headers)),
    },
    ...heavyScreenings(asking),
  ];
}

/** What the worker of the same process does then. */
function heavyScreenings(asking: Reporting): Heavy[] {
  const { headers, databaseUrl } = asking;
  return [
    {
      name: 'screening of 1,000 new participants',
      prepare: async (turn) => {
        if (turn === 0) await screenByItself(databaseUrl);
        await untilScreened(databaseUrl);
      },
      run: async (turn) => {
        await send(asking, upsertOf(SCREENED, FIRST_SCREENED + turn, headers));
        await untilScreened(databaseUrl);
      },
    },
    {
      name: 'an own list of 5,000 that is another',
      run: async (turn) => {
        await importOwnList(databaseUrl, `2025-02-0${turn + 1}`);
        await untilScreened(databaseUrl);
      },
    },
  ];
}

/** Answers the body; throws where it tells of errors. */
async function send({ http }: Reporting, request: LoadRequest): Promise<unknown> {
  const { body } = await http.send(request);
  if (findMember(body, 'errors') === undefined) return body;
  throw new Error(JSON.stringify(body).slice(0, 300));
}

const SCREENED = 1000;
/** Behind the turns of the other upserts. */
const FIRST_SCREENED = 100;

const REPORTED = 75_000_000;

/** A new person who agreed to a report. */
async function consentOf(asking: Reporting, id: number): Promise<void> {
  const { headers } = asking;
  const participant = {
    externalPersonId: id,
    personType: 'NATURAL_PERSON',
    name: 'Inés',
    paternalSurname: 'Peñaloza',
    requestedDocumentTypes: ['INE'],
  };
  const input = { externalId: id, code: `ESE-${id}`, participants: [participant] };
  await send(asking, graphqlRequest(UPSERT_BUSINESS, { input }, headers));
  const body = await send(asking, graphqlRequest(FIND, { id }, headers));
  const [found] = getListMember(body, 'data', 'business', 'participants', 'nodes');
  const databaseId = getNumberMember(found, 'databaseId');
  const consent = {
    participant: { databaseId },
    purpose: 'SOCIOECONOMIC_REPORT',
    textVersion: '2026-01',
  };
  await send(asking, graphqlRequest(CONSENT, { input: consent }, headers));
}

const FIND = `query ($id: SafeInt!) {
  business(by: { externalId: $id }) { participants { nodes { databaseId } } }
}`;
const CONSENT = `mutation ($input: RecordConsentInput!) { recordConsent(input: $input) { __typename } }`;
const SAT69 = `query ($rfcs: [String!]!, $asOf: Date!) { sat69Batch(rfcs: $rfcs, asOf: $asOf) { rfc } }`;
const RECEIPTS = `{ deletionReceipts(first: 100) { nodes { id digest } } }`;

/** Nobody's: of five years, and a thousand in each. */
const RFCS = Array.from({ length: 5000 }, (_, at) => {
  const [year, last] = [Math.floor(at / 1000), at % 1000];
  return `XAXX8${year}0101${String(last).padStart(3, '0')}`;
});

const LISTED = {
  tipo_per: 'FIS',
  nombre: 'Inventado Angel',
  apellido_paterno: 'Peñaloza',
  apellido_materno: 'Ñáñez',
  format: 'pdf',
};

function post(path: string, body: object, headers: Headers): LoadRequest {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

async function download({ server, headers }: Reporting, path: string): Promise<void> {
  const response = await fetch(server.url + path, { headers });
  const bytes = await response.arrayBuffer();
  if (response.status !== 200) throw new Error(Buffer.from(bytes).toString().slice(0, 300));
}

/** From now on, by the service's own list. */
async function screenByItself(databaseUrl: string): Promise<void> {
  const families = ['--families', 'own,ofac'];
  await runGateway(databaseUrl, ['service', 'screening', SERVICE, '--on', ...families]);
}

const LOOK_MS = 100;

/** Until no participant and no job of screening waits. */
async function untilScreened(databaseUrl: string): Promise<void> {
  await using sql = await openSqlClient(databaseUrl);
  while ((await sql.count(WAITING)) > 0) await wait(LOOK_MS);
}

const WAITING = `
  select (select count(*) from screening_queue) + (
    select count(*) from jobs where task in ('screen_participants', 'rescreen') and failed_at is null
  ) as count`;
