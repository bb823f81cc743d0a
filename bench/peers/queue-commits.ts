import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { median } from '../src/stats.ts';
import { type Enqueue, listEnqueues } from './queue-enqueue.ts';

const ROUNDS = 3;
const RUN_MS = 2_500;
const ACCOUNTS = 10_000;

const TABLES = `
drop table if exists accounts, changes;
create table accounts (service_id integer, id bigint, value integer not null, primary key (service_id, id));
insert into accounts select 1, n, 0 from generate_series(1, ${ACCOUNTS}) n;
create table changes (service_id integer, id bigint generated always as identity, primary key (service_id, id))`;

/**
 * Commits a second of a transaction that changes a row and adds another, with and without a job queued in it. Rounds
 * take turns, so that what else the machine does falls on all.
 */
export async function measureCommits(url: string): Promise<object[]> {
  const admin = await connect(url);
  await admin.query(TABLES);
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue('plain');
  await boss.createQueue('notified', { notify: true });
  const rates = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const connections of [1, 16])
      for (const [name, enqueue] of Object.entries(listEnqueues(boss))) {
        await admin.query('truncate jobs, changes, graphile_worker._private_jobs, pgboss.job');
        await admin.query('checkpoint');
        const key = `${name}, ${connections} connection(s)`;
        rates.set(key, [...(rates.get(key) ?? []), await run(url, { enqueue, connections })]);
      }
  await boss.stop();
  await admin.end();
  return [...rates].map(([what, all]) => ({ what, median: Math.round(median(all)), all }));
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

type Run = { enqueue: Enqueue; connections: number };

async function run(url: string, { enqueue, connections }: Run): Promise<number> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connect(url)));
  for (const client of clients)
    for (let count = 0; count < 20; count += 1) await commit(client, enqueue);
  const startedAt = performance.now();
  let commits = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() - startedAt < RUN_MS; commits += 1) await commit(client, enqueue);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(clients.map(async (client) => await client.end()));
  return Math.round(commits / seconds);
}

const UPDATE = 'update accounts set value = value + 1 where service_id = 1 and id = $1';

async function commit(client: Client, enqueue: Enqueue): Promise<void> {
  await client.query('begin');
  const id = 1 + Math.floor(Math.random() * ACCOUNTS);
  await client.query({ name: 'update', text: UPDATE, values: [id] });
  await client.query({ name: 'insert', text: 'insert into changes (service_id) values (1)' });
  await enqueue(client);
  await client.query('commit');
}
