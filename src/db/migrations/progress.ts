import { sql } from 'kysely';
import type { Db } from '../client.ts';

/** What a step is known by: steps of a migration count up from 1. */
export type StepId = { name: string; step: number };

/** Makes the tables that tell what was run, where they are not there yet; the first is as Kysely's migrator makes it. */
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

/** The names of those that have been run to their end. */
export async function readExecuted(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name limit 10000`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Notes it as run to its end, and forgets its steps. */
export async function noteExecuted(db: Db, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    db,
  );
  await sql`delete from kysely_migration_step where name = ${name}`.execute(db);
}

/** The steps that a run before has done of a migration which it did not finish. */
export async function readSteps(db: Db, name: string): Promise<Set<number>> {
  const { rows } = await sql<{ step: number }>`
    select step from kysely_migration_step where name = ${name} order by step limit 10000`.execute(
    db,
  );
  return new Set(rows.map(({ step }) => step));
}

/** Notes a step. Another process that does the same one cannot, as long as this one's transaction is open. */
export async function noteStep(db: Db, { name, step }: StepId): Promise<void> {
  await sql`insert into kysely_migration_step (name, step) values (${name}, ${step})`.execute(db);
}
