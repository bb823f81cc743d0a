import type { CompiledQuery } from 'kysely';
import { acrossServices } from '../../runtime/work-scope.ts';
import type { Db } from '../client.ts';

/**
 * Reads rows of all services, for example to find those with pending work, from the tables that `acrossServices`
 * permits.
 */
export async function readAcrossServices<Row>(
  db: Db,
  statement: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await acrossServices(async () => await db.executeQuery(statement));
  return rows;
}
