import { runMigrations } from 'graphile-worker';
import { createDb, createPool } from '../../src/db/client.ts';
import { migrateUp } from '../../src/db/migrations/migrate.ts';
import { startPgbouncer } from '../../test/support/database/pgbouncer.ts';
import { startPostgres } from '../src/postgres.ts';
import { measureCommits } from './queue-commits.ts';
import { measureWorkers } from './queue-workers.ts';

/**
 * What docs/decisions/jobs.md weighs: this gateway's queue, graphile-worker and pg-boss on one PostgreSQL. Needs
 * pgbouncer, and the packages that `npm run bench` installs first: `node bench/peers/queues.ts [commits|workers]`.
 */
const PART = process.argv[2];
const DATABASE = 'queues';
const postgres = await startPostgres();
await postgres.create(DATABASE);
const url = postgres.urlOf(DATABASE);
const onIdleError = (): void => undefined;
const timeouts = { statementTimeoutMs: 30_000, lockTimeoutMs: 10_000 };
const db = createDb(
  createPool({
    connectionString: url,
    poolSize: 2,
    namedStatements: true,
    onIdleError,
    ...timeouts,
  }),
);
await migrateUp(db);
await db.destroy();
const bouncer = await startPgbouncer(url);
const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
await runMigrations({ connectionString: url });
if (PART !== 'workers') for (const line of await measureCommits(url)) print(line);
if (PART !== 'commits') for await (const line of measureWorkers(url, bouncer.url)) print(line);
await bouncer.stop();
await postgres.drop(DATABASE);
await postgres.stop();
