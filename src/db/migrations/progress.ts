import { sql } from 'kysely';
import type { Db } from '../client.ts';

/** Key of a step; the steps of a migration count up from 1. */
export type StepId = { name: string; step: number };

/**
 * Creates the tables that record migrations and steps unless they exist; the first has the schema of Kysely's migrator.
 */
export async function prepareProgress(db: Db): Promise<void> {
  await sql`
    create table if not exists kysely_migration (
      name varchar(255) not null constraint kysely_migration_pkey primary key,
      timestamp varchar(255) not null
    )`.execute(db);
  await sql`
    create table if not exists kysely_migration_step (
      name varchar(255) not null,
      step integer not null,
      constraint kysely_migration_step_pkey primary key (name, step)
    )`.execute(db);
}

/** Returns the names of the migrations that have finished. */
export async function readExecuted(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name limit 10000`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Records a migration as finished, and deletes its steps. */
export async function recordExecuted(db: Db, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    db,
  );
  await sql`delete from kysely_migration_step where name = ${name}`.execute(db);
}

/** Returns the finished steps of an interrupted migration. */
export async function readSteps(db: Db, name: string): Promise<Set<number>> {
  const { rows } = await sql<{ step: number }>`
    select step from kysely_migration_step where name = ${name} order by step limit 10000`.execute(
    db,
  );
  return new Set(rows.map(({ step }) => step));
}

/** Records a step. Another process cannot record the same one while this transaction is open. */
export async function recordStep(db: Db, { name, step }: StepId): Promise<void> {
  await sql`insert into kysely_migration_step (name, step) values (${name}, ${step})`.execute(db);
}
