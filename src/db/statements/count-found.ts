import { type Expression, sql } from 'kysely';
import type { Db } from '../client.ts';
import { PLANNED_ANEW } from '../wire/planned-anew.ts';

/** How many rows a query finds; it says itself where to stop. Planned for its values each time. */
export async function countFound(db: Db, found: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select ${PLANNED_ANEW} count(*) as count from ${found} as found`.execute(db);
  return rows[0]?.count ?? 0;
}
