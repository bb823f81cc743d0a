import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { ListOwner } from './snapshots.ts';

/**
 * Returns the day from which the oldest snapshot of a list applies, `YYYY-MM-DD`; undefined when it was never loaded.
 */
export async function findFirstDay(
  db: Db,
  { serviceId, source }: ListOwner,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select min(as_of)::text as day from list_snapshots
    where service_id = ${serviceId} and source = ${source}
  `.execute(db);
  return rows[0]?.day ?? undefined;
}
