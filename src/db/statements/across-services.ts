import type { CompiledQuery } from 'kysely';
import { acrossServices } from '../../runtime/work-scope.ts';
import type { Db } from '../client.ts';

/**
 * Reads which services have something to do, or how much there is in all: of the tables that `acrossServices` opens, and
 * of no others.
 */
export async function readAcrossServices<Row>(
  db: Db,
  statement: CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await acrossServices(async () => await db.executeQuery(statement));
  return rows;
}
