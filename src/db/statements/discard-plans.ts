import { sql } from 'kysely';
import type { Db } from '../client.ts';
import { runWithNext } from './run-pipelined.ts';

/**
 * Discards the plans of the connection. A connection plans its foreign key checks once: a plan from when a table was
 * small may read all rows of a service for each check, until the table is analyzed. For transactions that have added
 * many rows and refer to them, or that delete many.
 */
export async function discardPlans(db: Db): Promise<void> {
  await runWithNext(db, sql`discard plans`.compile(db));
}
