import { sql } from 'kysely';
import type { Db } from '../client.ts';
import { runWithNext } from './run-pipelined.ts';

/**
 * Has the connection plan its statements anew when they come next. A connection plans its foreign key
 * checks once; a plan made while a table was small may read all of a service for each row, and stays until
 * the table is analyzed. For transactions that have just added many rows and go on to refer to them, or that
 * delete many.
 */
export async function discardPlans(db: Db): Promise<void> {
  await runWithNext(db, sql`discard plans`.compile(db));
}
