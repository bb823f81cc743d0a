import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';

/** Updates the statistics of tables after many rows were added. */
export async function analyzeTables(db: Db, tables: readonly string[]): Promise<void> {
  await sql`analyze ${toNameList(tables)}`.execute(db);
}

/** Updates the statistics of tables, except of those that are locked, for example by autovacuum. */
export async function analyzeUnlocked(db: Db, tables: readonly string[]): Promise<void> {
  await sql`analyze (skip_locked) ${toNameList(tables)}`.execute(db);
}

function toNameList(tables: readonly string[]): RawBuilder<unknown> {
  return sql.join(tables.map((table) => sql.table(table)));
}
