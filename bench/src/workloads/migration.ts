import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';
import type { Workload } from '../bench.ts';
import { copyCallers, EARLY, EARLY_BUSINESSES, fillEarly } from '../fill-early.ts';
import { createHeaders, type Headers, runGateway, startGateway } from '../gateway.ts';
import { createHttpClient } from '../http-client.ts';
import { spreadTree } from '../pinning.ts';
import { runSql } from '../postgres.ts';
import type { ServerProcess } from '../server-process.ts';
import { createRandom, quantile } from '../stats.ts';
import { restDetailRequest } from './reads.ts';

const DATABASE = 'migrated';
/** Database with the current tables, for creating keys and tokens. */
const KNOWN = 'callers';
const CONNECTIONS = 16;
/** Duration of each long transaction, and pause before the next one. */
const HELD_MS = 7_000;
const BETWEEN_MS = 3_000;
const TABLES = [
  'services',
  'users',
  'businesses',
  'participants',
  'participant_matches',
  'documents',
  'files',
  'audit_events',
  'business_events',
];
const COLUMNS = [
  'participants',
  'migrations',
  'took s',
  'long transactions',
  'requests',
  'failed',
  'p50 ms',
  'p99 ms',
  'longest ms',
];

/** Complete migration beside requests and long transactions that have read every large table. */
export const migration: Workload = {
  name: 'migration',
  runs: 'named',
  run: async ({ postgres, templates }) => {
    await postgres.create(DATABASE);
    const url = postgres.urlOf(DATABASE);
    await fillEarly(url);
    await postgres.create(KNOWN, templates.loaded);
    const headers = await createHeaders(postgres.urlOf(KNOWN));
    await copyCallers(postgres.urlOf(KNOWN), url);
    await postgres.drop(KNOWN);
    spreadTree(postgres.pid);
    const gateway = await startOnEarly(url);
    const reading = startReading(gateway, headers);
    const holding = await startHolding(url);
    const startedAt = performance.now();
    await runGateway(url, ['migrate', 'up']);
    const seconds = (performance.now() - startedAt) / 1000;
    const held = await holding.stop();
    const { times, failures } = await reading.stop();
    await gateway.stop();
    await postgres.drop(DATABASE);
    const later = Object.keys(MIGRATIONS).filter((name) => name > EARLY);
    const row = [
      String(EARLY_BUSINESSES * 5),
      String(later.length),
      seconds.toFixed(0),
      String(held),
      String(times.length),
      String(failures),
      ...[0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1)),
    ];
    const title = `A migration from ${EARLY} on, beside ${CONNECTIONS} connections that read and transactions of ${HELD_MS / 1000} s`;
    return { curves: [{ workload: 'migration', title, columns: COLUMNS, rows: [row] }] };
  },
};

/** Starts the current gateway on the early tables, which it would reject otherwise. Its reads need no later tables. */
async function startOnEarly(url: string): Promise<ServerProcess> {
  const later = Object.keys(MIGRATIONS).filter((name) => name > EARLY);
  await runSql(
    url,
    ...later.map((name) => `insert into kysely_migration (name, timestamp) values ('${name}', '')`),
  );
  const gateway = await startGateway(url, { name: 'gateway-early', env: { WORKER: 'off' } });
  await runSql(url, `delete from kysely_migration where name > '${EARLY}'`);
  return gateway;
}

/** Reads businesses on several connections until it is stopped, then returns the durations. */
function startReading(gateway: ServerProcess, headers: Headers) {
  const over = new AbortController();
  const random = createRandom(11);
  const times: number[] = [];
  let failures = 0;
  const readOn = async (): Promise<void> => {
    const client = createHttpClient(gateway);
    while (!over.signal.aborted) {
      const id = 1 + Math.floor(random() * EARLY_BUSINESSES);
      const startedAt = performance.now();
      await client.send(restDetailRequest(id, headers)).catch(() => {
        failures += 1;
      });
      times.push(performance.now() - startedAt);
    }
    client.close();
  };
  const all = Promise.all(Array.from({ length: CONNECTIONS }, readOn));
  return {
    stop: async () => {
      over.abort();
      await all;
      return { times, failures };
    },
  };
}

/** Runs transactions one after the other that have read every large table, and returns their number. */
async function startHolding(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  const over = new AbortController();
  const pause = async (ms: number): Promise<void> => {
    await wait(ms, undefined, { signal: over.signal }).catch(() => undefined);
  };
  let held = 0;
  const hold = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await client.query('begin');
      for (const table of TABLES) await client.query(`select from ${table} limit 1`);
      held += 1;
      await pause(HELD_MS);
      await client.query('commit');
      await pause(BETWEEN_MS);
    }
  };
  const all = hold();
  return {
    stop: async () => {
      over.abort();
      await all;
      await client.end();
      return held;
    },
  };
}
