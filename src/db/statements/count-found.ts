import { type Expression, sql } from 'kysely';
import type { Db } from '../client.ts';
import type { DB } from '../tables.ts';
import { customPlanHint } from '../wire/plan-hint.ts';

/** How many rows a query on a table finds; it says itself where to stop. Planned for its values where they are counted. */
export async function countFound(
  db: Db,
  table: keyof DB,
  found: Expression<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${customPlanHint(table)} count(*) as count from ${found} as found`.execute(db);
  return rows[0]?.count ?? 0;
}
