import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { OperatorError } from '../../errors.ts';
import type { Db } from '../client.ts';
import { MIGRATIONS } from './index.ts';
import { withMigrationLock } from './migration-lock.ts';
import type { Report } from './patience.ts';
import { inOneTransaction, planSteps } from './plan-steps.ts';
import { noteExecuted, prepareProgress, readExecuted, readSteps } from './progress.ts';
import { recordStatements } from './recorded-statements.ts';
import { runStep } from './run-step.ts';

export type MigrationStatus = { name: string; executedAt: Date | null };

export type MigrateOptions = {
  /** The last one that is run; all unless given. */
  upTo?: string;
  /** Told why it takes longer. */
  report?: Report;
  /** This version's unless given. */
  migrations?: Record<string, Migration>;
};

/**
 * Runs what is pending and answers the names that ran. On an empty database it is one transaction. On one that is used each
 * command is a step by itself, which waits for locks half a second at a time and stays done: a run that was cut off goes on
 * where it stopped, and a second process waits for the first. Throws the first failure, and OperatorError where another version,
 * that is not just a newer one, has been at work or a lock is not to be had.
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
        const unknown = [...executed].find((name) => migrations[name] === undefined);
        if (unknown !== undefined) checkAhead(unknown, pending, report);
        if (executed.size === 0) await runTogether(connection, pending);
        else for (const one of pending) await runInSteps(connection, one, report);
        return pending.map(([name]) => name);
      }),
  );
}

/** This version's migrations, and when each was run. */
export async function listMigrations(db: Db): Promise<MigrationStatus[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  const times = new Map(rows[0]?.isThere === true ? await readTimes(db) : []);
  return Object.keys(MIGRATIONS).map((name) => ({ name, executedAt: times.get(name) ?? null }));
}

async function readTimes(db: Db): Promise<[string, Date][]> {
  const { rows } = await sql<{ name: string; timestamp: string }>`
    select name, timestamp from kysely_migration order by name limit 10000`.execute(db);
  return rows.map(({ name, timestamp }) => [name, new Date(timestamp)]);
}

type Named = [name: string, migration: Migration];

/** A newer version's tables do for this one, as after a rollback. Where it lacks one that this one has, nobody knows. */
function checkAhead(unknown: string, pending: readonly Named[], report: Report): void {
  if (pending.length > 0)
    throw new OperatorError(
      `The database was migrated by another version of this program, which has ${unknown}.`,
    );
  report(`The database is ahead of this version, which does not know ${unknown}.`);
}

async function runTogether(connection: Db, pending: readonly Named[]): Promise<void> {
  await connection.transaction().execute(async (tx) => {
    for (const [name, migration] of pending) {
      for (const statement of await recordStatements(migration))
        await sql.raw(inOneTransaction(statement)).execute(tx);
      await noteExecuted(tx, name);
    }
  });
}

async function runInSteps(connection: Db, one: Named, report: Report): Promise<void> {
  const [name, migration] = one;
  const done = await readSteps(connection, name);
  const steps = planSteps(await recordStatements(migration));
  for (const [place, step] of steps.entries()) {
    const id = { name, step: place + 1 };
    if (!done.has(id.step)) await runStep(step, { connection, id, report });
  }
  await connection.transaction().execute(async (tx) => await noteExecuted(tx, name));
}
