import type { Db } from '../../db/client.ts';
import { deleteExpiredEvents, publishEvents } from '../../db/queries/records/event-streams.ts';

/** Maximum number of rounds of publishing; each publishes one batch of events of each service. */
const ROUNDS_MAX = 1000;

/**
 * Deletes events that were published more than 7 days ago, at most `max` of each service. Events without subscribers
 * are published first: their time starts then, so that none is deleted before it has a position.
 */
export async function sweepEvents(db: Db, max: number): Promise<number> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) if (!(await publishEvents(db))) break;
  return await deleteExpiredEvents(db, max);
}
