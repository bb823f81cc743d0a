import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { Step } from './plan-steps.ts';
import { recordStep, type StepId } from './progress.ts';
import { LOCK_TIMEOUT_MS, type Report, retryOnLockConflict } from './retry-on-lock-conflict.ts';

/** Connection, key and progress report of a step. */
export type StepRun = { connection: Db; id: StepId; report: Report };

/** Size up to which a table is read in milliseconds, so that its indexes are not built concurrently. */
const LARGE_TABLE_BYTES = 1024 * 1024;
/**
 * Lock timeout of a concurrent index build. The build blocks neither reads nor writes but waits for every older
 * transaction, and a timeout wastes its whole work.
 */
const CONCURRENT_LOCK_TIMEOUT_MS = 3_600_000;

/** Runs a step of a migration and records it. A step that cannot acquire its lock is retried. */
export async function runStep(step: Step, run: StepRun): Promise<void> {
  if (step.kind === 'short') return await runShort(step.statement, run);
  if (step.kind === 'outside') return await runOutside(step.statement, run);
  if (await isLarge(run.connection, step.table)) return await runIndex(step, run);
  return await runShort(step.statement, run);
}

async function runShort(statement: string, { connection, id, report }: StepRun): Promise<void> {
  const work = async (tx: Db): Promise<void> => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    await recordStep(tx, id);
    await sql.raw(statement).execute(tx);
  };
  const { name } = id;
  await retryOnLockConflict(async () => await connection.transaction().execute(work), {
    name,
    report,
  });
}

/**
 * Runs a statement outside of a transaction, with a long lock timeout, because it waits for older transactions;
 * `before` runs before each attempt.
 */
async function runOutside(
  statement: string,
  { connection, id, report }: StepRun,
  before: () => Promise<void> = async () => await Promise.resolve(),
): Promise<void> {
  const work = async (): Promise<void> => {
    await before();
    await sql.raw(statement).execute(connection);
  };
  await sql`set lock_timeout = ${sql.lit(CONCURRENT_LOCK_TIMEOUT_MS)}`.execute(connection);
  try {
    await retryOnLockConflict(work, { name: id.name, report });
  } finally {
    // A broken connection has no settings.
    await sql`reset lock_timeout`.execute(connection).catch(() => undefined);
  }
  await recordStep(connection, id);
}

/**
 * Builds an index concurrently. After an interrupted run the index may exist: valid, and only not recorded, or invalid,
 * to be built again. A failed build is dropped, because PostgreSQL would still enforce its uniqueness for new rows.
 */
async function runIndex(step: Step & { kind: 'index' }, run: StepRun): Promise<void> {
  const { connection, id } = run;
  if ((await findIndexValidity(connection, step.name)) === true)
    return await recordStep(connection, id);
  const dropUnfinished = async (): Promise<void> => {
    if ((await findIndexValidity(connection, step.name)) === false)
      await sql`drop index concurrently ${sql.ref(step.name)}`.execute(connection);
  };
  try {
    await runOutside(step.concurrent, run, dropUnfinished);
  } catch (error) {
    // When the drop fails too, for example on a broken connection, the next run does it.
    await dropUnfinished().catch(() => undefined);
    throw error;
  }
}

/** Returns whether the index is valid; undefined when it does not exist. */
async function findIndexValidity(db: Db, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(
    db,
  );
  return rows[0]?.isValid;
}

async function isLarge(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ bytes: string | number | null }>`
    select pg_relation_size(to_regclass(${table})) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0) > LARGE_TABLE_BYTES;
}
