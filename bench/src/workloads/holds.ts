import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { DATA_FOLDER } from '../data-folder.ts';
import { createHeaders, type Headers, startGateway } from '../gateway.ts';
import { createHttpClient } from '../http-client.ts';
import { importBusinesses } from '../large-business.ts';
import type { LoadRequest } from '../load/load.ts';
import { BUSINESS_DETAIL, BUSINESS_LIST, UPSERT_BUSINESS } from '../operations.ts';
import type { ServerProcess } from '../server-process.ts';
import { median } from '../stats.ts';
import { completeRequest } from './complete.ts';
import { importRequest } from './import-answers.ts';
import { restDetailRequest } from './reads.ts';

const WATCH = new URL('../load/watch-loop.ts', import.meta.url).href;
const HOLD_FILE = join(DATA_FOLDER, 'held-ms');
const FIRST_ID = 8_500_000;
const NEW_ID = 70_000_000;
/** Of each operation: the first ones are of code that is not compiled yet, and are told by themselves. */
const COLD = 2;
const WARM = 4;

const COLUMNS = ['operation', 'cold: worst hold ms', 'warm: worst ms', 'median ms', 'answer ms'];

/** For how long one heavy but allowed request holds the loop of its process at most. */
export const holds: Workload = {
  name: 'holds',
  runs: 'named',
  run: async ({ postgres, templates }) => {
    await postgres.create('writes', templates.loaded);
    const url = postgres.urlOf('writes');
    const copies = Array.from({ length: COLD + WARM }, (_, copy) => copy);
    const businesses = SIZES.flatMap((participants, at) =>
      copies.map((copy) => ({ id: idOf(at, copy), participants })),
    );
    await importBusinesses(url, businesses);
    const env = { NODE_OPTIONS: `--import=${WATCH}`, HOLD_FILE };
    const headers = await createHeaders(url);
    const server = await startGateway(url, { name: 'gateway-holds', env });
    const rows: string[][] = [];
    for (const [name, make] of OPERATIONS)
      rows.push(await measure(server, { name, make, headers }));
    await server.stop();
    await postgres.drop('writes');
    const title = 'Heavy requests one at a time: for how long each holds the loop at once';
    return { curves: [{ workload: 'holds', title, columns: COLUMNS, rows }] };
  },
};

const SIZES = [1000, 4000];

function idOf(size: number, copy: number): number {
  return FIRST_ID + (size * (COLD + WARM) + copy) * 20_000;
}

type Make = (turn: number, headers: Headers) => LoadRequest;

const OPERATIONS: readonly (readonly [name: string, make: Make])[] = [
  ['page of 1,000 participants', (turn, headers) => pageOf(idOf(0, turn), headers)],
  ['v4 detail of 1,000', (turn, headers) => restDetailRequest(idOf(0, turn), headers)],
  ['v4 detail of 4,000', (turn, headers) => restDetailRequest(idOf(1, turn), headers)],
  [
    'list of 100 businesses',
    (_turn, headers) => graphqlRequest(BUSINESS_LIST, { first: 100 }, headers),
  ],
  [
    'importAnswers of 5,000',
    (turn, headers) => importRequest({ user: 1, count: 5000, turn }, headers),
  ],
  ['upsertBusiness of 1,000 participants', (turn, headers) => upsertOf(1000, turn, headers)],
  ['completeBusiness of 1,000', (turn, headers) => completeRequest(idOf(0, turn), headers)],
  ['completeBusiness of 4,000', (turn, headers) => completeRequest(idOf(1, turn), headers)],
];

function pageOf(databaseId: number, headers: Headers): LoadRequest {
  const document = BUSINESS_DETAIL.replace('participants(first: 20)', 'participants(first: 1000)');
  return graphqlRequest(document, { databaseId }, headers);
}

function upsertOf(count: number, turn: number, headers: Headers): LoadRequest {
  const participants = Array.from({ length: count }, (_, at) => ({
    externalPersonId: NEW_ID + turn * count + at,
    personType: 'NATURAL_PERSON',
    name: 'Citlali',
    roles: ['FIDEICOMITENTE'],
    requestedDocumentTypes: ['INE', 'CURP'],
  }));
  const input = { externalId: NEW_ID + turn, code: `LARGA-${turn}`, participants };
  return graphqlRequest(UPSERT_BUSINESS, { input }, headers);
}

type Measured = { name: string; make: Make; headers: Headers };

async function measure(
  server: ServerProcess,
  { name, make, headers }: Measured,
): Promise<string[]> {
  const http = createHttpClient(server);
  const held: number[] = [];
  const times: number[] = [];
  await readHeld(server);
  for (let turn = 0; turn < COLD + WARM; turn += 1) {
    const { ms } = await http.send(make(turn, headers));
    held.push(await readHeld(server));
    times.push(ms);
  }
  http.close();
  const warm = held.slice(COLD);
  return [
    name,
    Math.max(...held.slice(0, COLD)).toFixed(1),
    Math.max(...warm).toFixed(1),
    median(warm).toFixed(1),
    median(times.slice(COLD)).toFixed(0),
  ];
}

const POLL_MS = 5;

/** What the process says of itself since it was last asked. */
async function readHeld({ pid }: ServerProcess): Promise<number> {
  await rm(HOLD_FILE, { force: true });
  process.kill(pid, 'SIGWINCH');
  for (;;) {
    const text = await readFile(HOLD_FILE, 'utf8').catch(() => '');
    if (text !== '') return Number(text);
    await wait(POLL_MS);
  }
}
