import { type Expression, sql } from 'kysely';
import type { Db } from '../client.ts';
import type { DB } from '../tables.ts';
import { customPlanHint } from '../wire/plan-hint.ts';

/** Counts the rows of a query, which has its own limit. With a custom plan when statistics exist. */
export async function countFound(
  db: Db,
  table: keyof DB,
  found: Expression<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${customPlanHint(table)} count(*) as count from ${found} as found`.execute(db);
  return rows[0]?.count ?? 0;
}
