import { sql } from 'kysely';
import type { Db } from '../client.ts';
import { pipelineWithNext } from './run-pipelined.ts';

/**
 * Discards the plans of the connection, for transactions that have added many rows and refer to them, or that delete
 * many. A connection plans its foreign key checks once: a plan that was made while a table was small may read all rows
 * of a service for each check.
 */
export async function discardPlans(db: Db): Promise<void> {
  await pipelineWithNext(db, sql`discard plans`.compile(db));
}
