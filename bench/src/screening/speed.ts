import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createDb, createPool } from '../../../src/db/client.ts';
import { createListCaches } from '../../../src/db/list-memory/list-caches.ts';
import { createHeaders, type Headers, startGateway } from '../gateway.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { startPostgres } from '../postgres.ts';
import { readCpuMicroseconds, readTreeCpuMicroseconds } from '../proc.ts';
import type { Curve } from '../results.ts';
import { createRandom, quantile } from '../stats.ts';
import { getListsFolder } from './list-files.ts';
import { misspell } from './misspell.ts';
import { AS_OF, measureRecall, type Searched } from './recall.ts';
import { openSpeedLists } from './speed-lists.ts';

const POOL = {
  poolSize: 1,
  namedStatements: true,
  statementTimeoutMs: 600_000,
  lockTimeoutMs: 10_000,
  onIdleError: () => undefined,
};

/** Measures the duration of a search among 600,000 names, and verifies its result. */
export async function measureScreeningSpeed(): Promise<Curve[]> {
  const folder = getListsFolder();
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres();
  resources.defer(postgres.stop);
  const { url, loadedIn } = await openSpeedLists(postgres, folder);
  const pool = createPool({ ...POOL, connectionString: url });
  const recalls = await measureRecalls(pool);
  const { rows: people } = await pool.query<{ name: string; rfc: string }>(CHOOSE);
  await pool.query(ADD_USER);
  await pool.query(FORGET_KEYS);
  await pool.end();
  const server = await startGateway(url);
  resources.defer(server.stop);
  const client = createHttpClient(server);
  resources.defer(client.close);
  const headers = { ...(await createHeaders(url)), 'content-type': 'application/json' };
  const measured = { client, headers, pids: { server: server.pid, postgres: postgres.pid } };
  const single = { personType: 'NATURAL_PERSON' };
  const rfcs = people.map(({ rfc }) => rfc);
  const asked = screenOf({ ...single, name: people[0]?.name });
  await client.send({ method: 'POST', path: '/graphql', headers, body: asked });
  await setTimeout(READING_MS);
  const table = [
    await measure('sat69 by RFC', measured, rfcs.map(lookUpOf)),
    await measure(
      'screen by RFC',
      measured,
      rfcs.map((rfc) => screenOf({ rfc })),
    ),
    await measure(
      'screen by name',
      measured,
      people.map(({ name }) => screenOf({ ...single, name: slip(name) })),
    ),
    await measure('5,000 RFCs in one sat69Batch', measured, batches(rfcs)),
  ];
  return [
    ...recalls,
    curve('One connection', REQUEST_COLUMNS, table),
    curve(
      'Loading',
      ['list', 's'],
      [...loadedIn].map(([code, s]) => [code, s.toFixed(1)]),
    ),
  ];
}

const REQUEST_COLUMNS = [
  'request',
  'times',
  'p50 ms',
  'p95 ms',
  'gateway CPU ms',
  'PostgreSQL CPU ms',
];

/** Both ways of finding names. */
async function measureRecalls(pool: Pool): Promise<Curve[]> {
  const db = createDb(pool);
  const memory = createListCaches({ db, bytesMax: INDEX_BYTES, onFault: () => undefined });
  const searched: Searched[] = [
    { db, by: 'by the database' },
    { db, memory, by: 'by names that are held' },
  ];
  const recalls: Curve[] = [];
  for (const seed of SEEDS)
    for (const one of searched) {
      // Asked once, they are read.
      if (one.memory !== undefined) await measureRecall(pool, one, seed);
      await memory.names.settle();
      recalls.push(await measureRecall(pool, one, seed));
    }
  await memory.close();
  return recalls;
}

const INDEX_BYTES = 512 * 1024 ** 2;

/** Keys of runs before: a service has two at most. */
const FORGET_KEYS = 'update api_keys set revoked_at = now() where revoked_at is null';

/** The searching was mended by what the first shows. */
const SEEDS = [20_260_901, 2];

/** Who asks. */
const ADD_USER = `
  insert into users (service_id, id, email)
  select s.id, 1, 'user1@example.test' from services s where s.name = 'bench'
  on conflict do nothing`;

/** Persons of a large list, the same each time. */
const CHOOSE = `
  select n.name, i.value as rfc
  from list_entries e
  join list_names n on n.service_id = e.service_id and n.entry_id = e.id and n.position = 0
  join list_identifiers i on i.service_id = e.service_id and i.entry_id = e.id and i.kind = 'rfc'
  where e.service_id = 0 and e.source = 'sat69-cancelados' and e.party_type = 'natural' and i.value ~ '^.{12}[0-9A]$'
  order by md5(e.entry_key)
  limit 5000`;

const [SINGLES, BATCHES, BATCH] = [1000, 10, 5000];
/** The names of the lists are read once somebody was asked for by name. */
const READING_MS = 30_000;
const SLIP_SEED = 11;
const random = createRandom(SLIP_SEED);

function slip(name: string): string {
  return misspell(name, random) ?? name;
}

const SCREEN = `mutation ($person: ScreenedPersonInput!) {
  screen(input: { person: $person, asOf: "${AS_OF}" }) { __typename ... on ScreenPayload { screening { outcome matchesCount } } }
}`;
const LOOK_UP = `query ($rfc: String!) {
  sat69(input: { rfc: $rfc, asOf: "${AS_OF}" }) { rfc isListed entries { list supposition } }
}`;
const LISTED = `query ($rfcs: [String!]!) { sat69Batch(rfcs: $rfcs, asOf: "${AS_OF}") { rfc } }`;

function screenOf(person: object): string {
  return JSON.stringify({ query: SCREEN, variables: { person } });
}

function lookUpOf(rfc: string): string {
  return JSON.stringify({ query: LOOK_UP, variables: { rfc } });
}

function batches(rfcs: readonly string[]): string[] {
  const body = JSON.stringify({ query: LISTED, variables: { rfcs: rfcs.slice(0, BATCH) } });
  return Array.from({ length: BATCHES }, () => body);
}

type Measured = {
  client: HttpClient;
  headers: Headers;
  pids: { server: number; postgres: number };
};

/** The first tenth only warms up. */
async function measure(
  what: string,
  { client, headers, pids }: Measured,
  bodies: readonly string[],
): Promise<(string | number)[]> {
  const asked = bodies.slice(0, SINGLES);
  const warm = Math.ceil(asked.length / 10);
  const send = async (body: string): Promise<number> => {
    const answer = await client.send({ method: 'POST', path: '/graphql', headers, body });
    const text = JSON.stringify(answer.body);
    if (!/"(?:screening|rfc)":/.test(text)) throw new Error(`${what}: ${text.slice(0, 300)}`);
    return answer.ms;
  };
  for (const body of asked.slice(0, warm)) await send(body);
  const before = [
    readCpuMicroseconds(pids.server),
    readTreeCpuMicroseconds(pids.postgres),
  ] as const;
  const times: number[] = [];
  for (const body of asked.slice(warm)) times.push(await send(body));
  const cpu = (from: number, to: number): string => ((to - from) / 1000 / times.length).toFixed(2);
  return [
    what,
    times.length,
    quantile(times, 0.5).toFixed(1),
    quantile(times, 0.95).toFixed(1),
    cpu(before[0], readCpuMicroseconds(pids.server)),
    cpu(before[1], readTreeCpuMicroseconds(pids.postgres)),
  ];
}

function curve(title: string, columns: string[], rows: (string | number)[][]): Curve {
  return { workload: 'screening-speed', title, columns, rows };
}
