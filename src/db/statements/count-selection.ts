import { type Expression, sql } from 'kysely';
import type { Db } from '../client.ts';
import type { DB } from '../tables.ts';
import { customPlanHint } from '../wire/plan-hint.ts';

/** Counts the rows of a subquery, which states its own limit. Gets a custom plan once `table` has statistics. */
export async function countSelection(
  db: Db,
  table: keyof DB,
  selection: Expression<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${customPlanHint(table)} count(*) as count from ${selection} as selection`.execute(db);
  return rows[0]?.count ?? 0;
}
