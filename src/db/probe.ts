import { sql } from 'kysely';
import { runInWorkScope, WorkScope } from '../runtime/work-scope.ts';
import type { Db } from './client.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Time limit of the probe: less than the usual two seconds of a readiness check. */
const RESPONSE_TIMEOUT_MS = 1_500;

/** Reason why the database is not ready. `database_away`: the query failed or took longer than RESPONSE_TIMEOUT_MS. */
export type DatabaseTrouble =
  | 'database_away'
  | 'database_standby'
  | 'database_read_only'
  | 'migration_missing';

/**
 * Creates a probe that returns the reason why the database is not ready, or undefined when it is, within 1.5 s.
 * Concurrent calls share one query, which uses a reserved connection.
 */
export function createProbe(db: Db): () => Promise<DatabaseTrouble | undefined> {
  let pending: Promise<DatabaseTrouble | undefined> | undefined;
  return async () => {
    pending ??= probeDatabase(db).finally(() => {
      pending = undefined;
    });
    return await pending;
  };
}

async function probeDatabase(db: Db): Promise<DatabaseTrouble | undefined> {
  const workScope = new WorkScope();
  workScope.isProbe = true;
  const trouble = runInWorkScope(workScope, async () => await findTrouble(db)).catch(
    () => 'database_away' as const,
  );
  const { promise: timeout, resolve } = Promise.withResolvers<DatabaseTrouble>();
  const timer = setTimeout(() => resolve('database_away'), RESPONSE_TIMEOUT_MS);
  return await Promise.race([trouble, timeout]).finally(() => clearTimeout(timer));
}

type DatabaseState = { isStandby: boolean; isReadOnly: boolean; hasMigrations: boolean };

async function findTrouble(db: Db): Promise<DatabaseTrouble | undefined> {
  const { rows } = await sql<DatabaseState>`
    select pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      to_regclass('kysely_migration') is not null as "hasMigrations"`.execute(db);
  const [state] = rows;
  if (state?.isStandby === true) return 'database_standby';
  if (state?.isReadOnly === true) return 'database_read_only';
  if (state?.hasMigrations !== true || (await lacksMigration(db))) return 'migration_missing';
  return undefined;
}

/** True when a migration of this version was not executed. Migrations of a newer version are ignored. */
async function lacksMigration(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name limit 1000`.execute(db);
  const executed = new Set(rows.map(({ name }) => name));
  return Object.keys(MIGRATIONS).some((name) => !executed.has(name));
}
