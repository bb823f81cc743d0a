import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { findWaiting, publishOf } from './event-streams.ts';

/**
 * Publishes all events of the service that are committed by now, and locks its stream until the transaction ends. Whoever
 * reads `last_position` then has every earlier event before it.
 */
export async function publishCommitted(db: Db, serviceId: number): Promise<void> {
  await sql`
    insert into business_event_streams (service_id) values (${serviceId}) on conflict do nothing
  `.execute(db);
  // The next statements have a later snapshot: what another process published meanwhile is seen.
  await sql`
    select from business_event_streams where service_id = ${serviceId} for update
  `.execute(db);
  let waiting = await findWaiting(db, serviceId);
  const last = waiting?.last ?? 0;
  while (waiting !== undefined && waiting.first <= last) {
    await publishOf(db, serviceId);
    waiting = await findWaiting(db, serviceId);
  }
}
