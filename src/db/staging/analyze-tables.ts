import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';

/** Updates the statistics of tables after many rows were added. */
export async function analyzeTables(db: Db, tables: readonly string[]): Promise<void> {
  await sql`analyze ${namesOf(tables)}`.execute(db);
}

/** Updates the statistics of tables that are not being vacuumed or analyzed. */
export async function analyzeUnlocked(db: Db, tables: readonly string[]): Promise<void> {
  await sql`analyze (skip_locked) ${namesOf(tables)}`.execute(db);
}

function namesOf(tables: readonly string[]): RawBuilder<unknown> {
  return sql.join(tables.map((table) => sql.table(table)));
}
