import { sql } from 'kysely';
import type { Db } from '../client.ts';
import { LOCK_TIMEOUT_MS, patiently, type Report } from './patience.ts';
import type { Step } from './plan-steps.ts';
import { noteStep, type StepId } from './progress.ts';

/** What it is done on and told to. */
export type StepRun = { connection: Db; id: StepId; report: Report };

/** A table of less is read in milliseconds. */
const LARGE_TABLE_BYTES = 1024 * 1024;
/**
 * An index that is made concurrently keeps nobody from reading or writing, and waits for every transaction that is older: one
 * that is given up has done all its work for nothing.
 */
const CONCURRENT_LOCK_TIMEOUT_MS = 3_600_000;

/** Does a step of a migration and notes it. A step that waits for a lock is tried again: see patiently. */
export async function runStep(step: Step, run: StepRun): Promise<void> {
  if (step.kind === 'short') return await runShort(step.statement, run);
  if (step.kind === 'outside') return await runOutside(step.statement, run);
  if (await isLarge(run.connection, step.table)) return await runIndex(step, run);
  return await runShort(step.statement, run);
}

async function runShort(statement: string, { connection, id, report }: StepRun): Promise<void> {
  const work = async (tx: Db): Promise<void> => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    await noteStep(tx, id);
    await sql.raw(statement).execute(tx);
  };
  const { name } = id;
  await patiently(async () => await connection.transaction().execute(work), { name, report });
}

/** What waits for older transactions may do so for long; `before` comes before each attempt. */
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
    await patiently(work, { name: id.name, report });
  } finally {
    // A connection that broke has no settings any more.
    await sql`reset lock_timeout`.execute(connection).catch(() => undefined);
  }
  await noteStep(connection, id);
}

/**
 * Where a run was cut off the index may be there: whole, and only not noted, or not valid, to be made anew. One that cannot be
 * made is not left: PostgreSQL would go on to hold new rows to it.
 */
async function runIndex(step: Step & { kind: 'index' }, run: StepRun): Promise<void> {
  const { connection, id } = run;
  if ((await findIndex(connection, step.name)) === true) return await noteStep(connection, id);
  const dropUnfinished = async (): Promise<void> => {
    if ((await findIndex(connection, step.name)) === false)
      await sql`drop index concurrently ${sql.ref(step.name)}`.execute(connection);
  };
  try {
    await runOutside(step.concurrent, run, dropUnfinished);
  } catch (error) {
    // Where that fails too, as on a connection that broke, the next run does it.
    await dropUnfinished().catch(() => undefined);
    throw error;
  }
}

/** Whether the index is valid; undefined where there is none. */
async function findIndex(db: Db, name: string): Promise<boolean | undefined> {
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
