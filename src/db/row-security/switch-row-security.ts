import { sql } from 'kysely';
import { OperatorError } from '../../errors.ts';
import type { Db } from '../client.ts';
import { isCluster } from '../cluster/distribute.ts';
import { TENANT_TABLES } from '../cluster/spread-tables.ts';
import { withMigrationLock } from '../migrations/migration-lock.ts';
import {
  LOCK_TIMEOUT_MS,
  type Report,
  retryOnLockConflict,
} from '../migrations/retry-on-lock-conflict.ts';
import { createPolicies, dropPolicies, LEAKPROOF_FUNCTIONS } from './policies.ts';

/**
 * Enables row-level security on every tenant table that lacks it, one table after the other, each in a short
 * transaction; returns those tables. After an error, a second run continues with the remaining tables. Throws
 * OperatorError on a Citus cluster, whose workers do not receive the setting, and when a table cannot be locked.
 */
export async function enableRowSecurity(db: Db, report: Report): Promise<string[]> {
  if (await isCluster(db))
    throw new OperatorError(
      'Row-level security is not supported on a Citus cluster: its workers do not receive the service of a statement.',
    );
  return await withExclusiveLock(db, report, async (connection) => {
    const secured = new Set(await listSecured(connection));
    const tables = TENANT_TABLES.filter((table) => !secured.has(table));
    for (const table of tables)
      await runCommands(connection, { table, commands: createPolicies(table), report });
    return tables;
  });
}

/** Removes all policies; returns the tables that had some. */
export async function disableRowSecurity(db: Db, report: Report): Promise<string[]> {
  return await withExclusiveLock(db, report, async (connection) => {
    const secured = new Set(await listSecured(connection));
    const tables = TENANT_TABLES.filter((table) => secured.has(table));
    for (const table of tables)
      await runCommands(connection, { table, commands: dropPolicies(table), report });
    return tables;
  });
}

/** Returns the tenant tables with row-level security. */
export async function listSecured(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relrowsecurity
      and relname = any(${[...TENANT_TABLES]}::text[])
    order by 1`.execute(db);
  return rows.map((row) => row.name);
}

/**
 * Marks the functions of searches as leakproof when the role is a superuser. Returns the functions that could not be
 * marked.
 */
export async function markLeakproof(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; isMarked: boolean; mayMark: boolean }>`
    select name, proleakproof as "isMarked",
      (select rolsuper from pg_roles where rolname = current_user) as "mayMark"
    from unnest(${[...LEAKPROOF_FUNCTIONS]}::text[]) as name
    join pg_proc p on p.oid = name::regprocedure`.execute(db);
  const unmarked = rows.filter((row) => !row.isMarked);
  for (const { name, mayMark } of unmarked)
    if (mayMark) await sql`alter function ${sql.raw(name)} leakproof`.execute(db);
  return unmarked.filter((row) => !row.mayMark).map((row) => row.name);
}

/**
 * Runs `work` on one connection under the migration lock. A second process waits for the lock and then finds nothing
 * left to do.
 */
export async function withExclusiveLock<T>(
  db: Db,
  report: Report,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return await db
    .connection()
    .execute(
      async (connection) =>
        await withMigrationLock(connection, report, async () => await work(connection)),
    );
}

type TableCommands = { table: string; commands: readonly string[]; report: Report };

async function runCommands(db: Db, { table, commands, report }: TableCommands): Promise<void> {
  const work = async (tx: Db): Promise<void> => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    for (const command of commands) await sql.raw(command).execute(tx);
  };
  const name = `Row-level security on ${table}`;
  await retryOnLockConflict(async () => await db.transaction().execute(work), { name, report });
}
