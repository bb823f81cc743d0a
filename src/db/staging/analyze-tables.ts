import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';

/** Lets the planner know what the tables hold by now, for whoever has just added many rows and goes on to read them. */
export async function analyzeTables(db: Db, tables: readonly string[]): Promise<void> {
  await sql`analyze ${namesOf(tables)}`.execute(db);
}

/** The same of those that nobody is just vacuuming or analyzing, for whoever gets on without it. */
export async function analyzeUnlocked(db: Db, tables: readonly string[]): Promise<void> {
  await sql`analyze (skip_locked) ${namesOf(tables)}`.execute(db);
}

function namesOf(tables: readonly string[]): RawBuilder<unknown> {
  return sql.join(tables.map((table) => sql.table(table)));
}
