import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { findWaitingRange, publishServiceEvents } from './event-streams.ts';

/**
 * Publishes all committed events of the service and locks its stream until the transaction ends. Afterwards every event
 * that was committed before the call has a position up to `last_position`.
 */
export async function publishCommitted(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into business_event_streams (service_id) values (${serviceId}) on conflict do nothing
  `.execute(db);
  // The following statements have a later snapshot and see events that another process published meanwhile.
  await sql`
    select from business_event_streams where service_id = ${serviceId} for update
  `.execute(db);
  let waiting = await findWaitingRange(db, serviceId);
  // Events that are added during the loop have higher ids and wait for the next call.
  const lastId = waiting?.last ?? 0;
  while (waiting !== undefined && waiting.first <= lastId) {
    await publishServiceEvents(db, serviceId);
    waiting = await findWaitingRange(db, serviceId);
  }
}
