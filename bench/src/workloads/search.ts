import type { Pool } from 'pg';
import { createPool } from '../../../src/db/client.ts';
import { listServiceParticipants } from '../../../src/db/queries/participants/service-participants.ts';
import type {
  ParticipantFilter,
  ParticipantOrder,
} from '../../../src/domain/business/participant-list.ts';
import { explainAs } from '../../../test/support/probes/explain-as.ts';
import type { Workload } from '../bench.ts';
import { graphqlRequest } from '../contender.ts';
import { createHttpClient, type Timed } from '../http-client.ts';
import { getNumberMember } from '../json.ts';
import { fillPeople, LARGE } from '../people.ts';
import { openGatewayOn, type PrivateGateway } from '../private-gateway.ts';
import { readCpuMicroseconds, readTreeCpuMicroseconds } from '../proc.ts';
import { createRandom, quantile } from '../stats.ts';

/** Typical searches by name on one connection, and the rows that PostgreSQL reads for them. */
export const search: Workload = {
  name: 'search',
  runs: 'named',
  run: async ({ postgres, templates }) => {
    await postgres.create('people', templates.empty);
    const { smallId } = await fillPeople(postgres.urlOf('people'));
    await using gateway = await openGatewayOn(postgres, 'people');
    const pool = openPool(gateway.databaseUrl);
    const rows: string[][] = [];
    for (const one of SEARCHES)
      rows.push(await measure({ gateway, pool, postgresPid: postgres.pid }, one));
    rows.push(await measureSmall(pool, smallId));
    await pool.end();
    const title = `People found among ${LARGE}, a page of 20; one connection`;
    return { curves: [{ workload: 'search', title, columns: COLUMNS, rows }] };
  },
};

const COLUMNS = [
  'search',
  'order',
  'found',
  'p50 ms',
  'p95 ms',
  'CPU ms server',
  'PostgreSQL',
  'pages touched',
];
const REQUESTS = 300;
const WARM_UP = 30;

type Search = {
  name: string;
  field?: ParticipantOrder['field'];
  direction?: ParticipantOrder['direction'];
  filterOf: (person: () => Person) => ParticipantFilter;
};
type Person = { id: number; name: string; paternalSurname: string; maternalSurname: string };

const SEARCHES: readonly Search[] = [
  { name: 'nothing, newest first', filterOf: () => ({}) },
  { name: 'nothing, by name', field: 'name', direction: 'asc', filterOf: () => ({}) },
  { name: 'mar', filterOf: () => ({ nameContains: 'mar' }) },
  { name: 'mar', field: 'name', direction: 'asc', filterOf: () => ({ nameContains: 'mar' }) },
  {
    name: 'a person’s first surname',
    field: 'name',
    direction: 'asc',
    filterOf: (person) => ({ nameContains: person().paternalSurname }),
  },
  {
    name: 'a person’s name and first surname',
    field: 'name',
    direction: 'asc',
    filterOf: (person) => {
      const { name, paternalSurname } = person();
      return { nameContains: `${paternalSurname} ${name}` };
    },
  },
  {
    name: 'a person’s whole name',
    field: 'name',
    direction: 'asc',
    filterOf: (person) => {
      const { name, paternalSurname, maternalSurname } = person();
      return { nameContains: `${name} ${paternalSurname} ${maternalSurname}` };
    },
  },
  {
    name: 'four letters of a second surname',
    filterOf: (person) => ({ nameContains: person().maternalSurname.slice(0, 4) }),
  },
  { name: 'nobody’s', filterOf: () => ({ nameContains: 'wqxz' }) },
  {
    name: 'externalPersonIdIn',
    filterOf: (person) => ({ externalPersonIdIn: [person().id] }),
  },
  {
    name: 'zoila, which stands last in this order',
    field: 'name',
    direction: 'asc',
    filterOf: () => ({ nameContains: 'zoila' }),
  },
];

const QUERY = `query ($filter: ParticipantFilter, $orderBy: ParticipantOrder) {
  participants(first: 20, filter: $filter, orderBy: $orderBy) {
    nodes { databaseId name paternalSurname maternalSurname business { name } } pageInfo { endCursor } } }`;
const COUNT = `query ($filter: ParticipantFilter) { participants(filter: $filter) { totalCount } }`;

type Place = { gateway: PrivateGateway; pool: Pool; postgresPid: number };

async function measure({ gateway, pool, postgresPid }: Place, one: Search): Promise<string[]> {
  const { name, field = 'created_at', direction = 'desc', filterOf } = one;
  const person = await choosePeople(pool);
  const orderBy = { field: field.toUpperCase(), direction: direction.toUpperCase() };
  const client = createHttpClient(gateway.server);
  const ask = async (query: string, filter: ParticipantFilter): Promise<Timed> =>
    await client.send(graphqlRequest(query, { filter, orderBy }, gateway.headers));
  for (let request = 0; request < WARM_UP; request += 1) await ask(QUERY, filterOf(person));
  const before = [readCpuMicroseconds(gateway.server.pid), readTreeCpuMicroseconds(postgresPid)];
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1)
    times.push((await ask(QUERY, filterOf(person))).ms);
  const after = [readCpuMicroseconds(gateway.server.pid), readTreeCpuMicroseconds(postgresPid)];
  const cpu = after.map((used, place) => (used - (before[place] ?? 0)) / REQUESTS / 1000);
  const filter = filterOf(person);
  const { body } = await client.send(graphqlRequest(COUNT, { filter }, gateway.headers));
  client.close();
  return [
    name,
    `${field} ${direction}`,
    String(getNumberMember(body, 'data', 'participants', 'totalCount')),
    ...[0.5, 0.95].map((share) => quantile(times, share).toFixed(1)),
    ...cpu.map((ms) => ms.toFixed(1)),
    String(await touchedPages(pool, { serviceId: 1, filter, order: { field, direction } })),
  ];
}

type Listing = Parameters<typeof listServiceParticipants>[1];

/** Throws where a table is read from its start to its end. */
async function touchedPages(pool: Pool, listing: Listing): Promise<number> {
  const page = { first: 20, last: null, after: null, before: null };
  const plan = await explainAs(
    { pool },
    async (db) => await listServiceParticipants(db, listing, page),
  );
  if (plan.scannedTables.length === 0) return plan.pages;
  throw new Error(`Reads all of ${plan.scannedTables.join(', ')}.`);
}

/** Somebody else each time, the same people in each run. */
async function choosePeople(pool: Pool): Promise<() => Person> {
  const random = createRandom(7);
  const ids = Array.from({ length: 1000 }, () => 10 * Math.ceil((random() * LARGE) / 10));
  const { rows } = await pool.query<Person>(
    `select id, name, paternal_surname as "paternalSurname", maternal_surname as "maternalSurname"
     from participants where service_id = 1 and id = any($1) order by id`,
    [ids],
  );
  return () => {
    const found = rows[Math.floor(random() * rows.length)];
    if (found === undefined) throw new Error('There is nobody.');
    return found;
  };
}

async function measureSmall(pool: Pool, serviceId: number): Promise<string[]> {
  const order = { field: 'created_at', direction: 'desc' } as const;
  const pages = await touchedPages(pool, { serviceId, filter: { nameContains: 'mar' }, order });
  return ['mar, of a service of 1,000', 'created_at desc', '', '', '', '', '', String(pages)];
}

function openPool(connectionString: string): Pool {
  return createPool({
    connectionString,
    poolSize: 2,
    namedStatements: true,
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 1_000,
    onIdleError: () => undefined,
  });
}
