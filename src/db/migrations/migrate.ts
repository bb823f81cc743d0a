import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { OperatorError } from '../../errors.ts';
import type { Db } from '../client.ts';
import { MIGRATIONS } from './index.ts';
import { withMigrationLock } from './migration-lock.ts';
import { planSteps, removeConcurrently } from './plan-steps.ts';
import { prepareProgress, readExecuted, readSteps, recordExecuted } from './progress.ts';
import { recordStatements } from './recorded-statements.ts';
import type { Report } from './retry-on-lock-conflict.ts';
import { runStep } from './run-step.ts';

export type MigrationStatus = { name: string; executedAt: Date | null };

export type MigrateOptions = {
  /** Last migration to run; all by default. */
  upTo?: string;
  /** Called with the reason of a delay, and when the database is ahead of this version. */
  report?: Report;
  /** Migrations of this version by default. */
  migrations?: Record<string, Migration>;
};

/**
 * Runs pending migrations and returns their names. On an empty database all run in one transaction. On a database in
 * use each command is a step of its own, which waits for locks half a second at a time and is not repeated: an
 * interrupted run resumes where it stopped, and a second process waits for the first. Throws the error of the first
 * command that fails. Throws OperatorError when a lock cannot be acquired, and when the database has a migration that
 * this version lacks but also lacks one of this version.
 */
export async function migrateUp(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const { upTo, report = () => undefined, migrations = MIGRATIONS } = options;
  return await db.connection().execute(
    async (connection) =>
      await withMigrationLock(connection, report, async () => {
        await prepareProgress(connection);
        const executed = await readExecuted(connection);
        const pending = Object.entries(migrations).filter(
          ([name]) => !executed.has(name) && (upTo === undefined || name <= upTo),
        );
        const unknownName = [...executed].find((name) => migrations[name] === undefined);
        if (unknownName !== undefined) checkAhead(unknownName, pending, report);
        if (executed.size === 0) await runInOneTransaction(connection, pending);
        else for (const named of pending) await runInSteps(connection, named, report);
        return pending.map(([name]) => name);
      }),
  );
}

/** Returns the migrations of this version, each with the time at which it was run; null when it was not. */
export async function listMigrations(db: Db): Promise<MigrationStatus[]> {
  const { rows } = await sql<{ hasTable: boolean }>`
    select to_regclass('kysely_migration') is not null as "hasTable"`.execute(db);
  const times = new Map(rows[0]?.hasTable === true ? await readTimes(db) : []);
  return Object.keys(MIGRATIONS).map((name) => ({ name, executedAt: times.get(name) ?? null }));
}

async function readTimes(db: Db): Promise<[string, Date][]> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by name limit 10000`.execute(db);
  return rows.map(({ name, timestamp }) => [name, new Date(timestamp)]);
}

type NamedMigration = [name: string, migration: Migration];

/**
 * Reports a database that is ahead of this version, for example after a rollback of the gateway; this version works on
 * it. Throws OperatorError when the database also lacks a migration of this version.
 */
function checkAhead(unknownName: string, pending: readonly NamedMigration[], report: Report): void {
  if (pending.length > 0)
    throw new OperatorError(
      `The database was migrated by another version of this program, which has ${unknownName}.`,
    );
  report(`The database is ahead of this version, which does not know ${unknownName}.`);
}

async function runInOneTransaction(
  connection: Db,
  pending: readonly NamedMigration[],
): Promise<void> {
  await connection.transaction().execute(async (tx) => {
    for (const [name, migration] of pending) {
      for (const statement of await recordStatements(migration))
        await sql.raw(removeConcurrently(statement)).execute(tx);
      await recordExecuted(tx, name);
    }
  });
}

async function runInSteps(connection: Db, named: NamedMigration, report: Report): Promise<void> {
  const [name, migration] = named;
  const finishedSteps = await readSteps(connection, name);
  const steps = planSteps(await recordStatements(migration));
  for (const [index, step] of steps.entries()) {
    const id = { name, step: index + 1 };
    if (!finishedSteps.has(id.step)) await runStep(step, { connection, id, report });
  }
  await connection.transaction().execute(async (tx) => await recordExecuted(tx, name));
}
