import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withinService } from '../../../runtime/work-scope.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';
import { sumOverServices } from '../../statements/sum-over-services.ts';

/** Stream of a service. `oldestPosition`: position of the oldest event that is not deleted. */
export type EventStream = {
  streamKey: string;
  lastPosition: number;
  oldestPosition: number;
};

/** Maximum number of events of one service to publish by one statement. */
const PUBLISHED_MAX = 1000;

/**
 * Publishes the waiting events of all services, or of some, by assigning positions to them: one statement lists the
 * services with waiting events, and one statement for each service publishes. Events are published after their
 * transactions have committed, and always behind the positions that readers have seen. The events of a service wait for
 * the next call when another process has locked or advanced its stream, and when the service had no stream: the first
 * call only creates it. Returns true when there were waiting events.
 */
export async function publishEvents(db: Db, serviceIds?: readonly number[]): Promise<boolean> {
  const waiting = await listWaitingServices(db, serviceIds);
  for (const serviceId of waiting)
    await withinService(serviceId, async () => await publishServiceEvents(db, serviceId));
  return waiting.length > 0;
}

async function listWaitingServices(db: Db, serviceIds?: readonly number[]): Promise<number[]> {
  const query = db
    .selectFrom('business_events')
    .select('service_id as serviceId')
    .where('position', 'is', null)
    .$if(serviceIds !== undefined, (builder) =>
      builder.where((eb) => eb('service_id', '=', eb.fn.any(eb.val(serviceIds ?? [])))),
    )
    .groupBy('service_id')
    .orderBy('service_id');
  const rows = await readAcrossServices(db, query.compile());
  return rows.map((row) => row.serviceId);
}

/**
 * Publishes up to PUBLISHED_MAX waiting events of one service, unless another process is publishing them. The first
 * call for a service only creates its stream; a second call publishes.
 */
export async function publishServiceEvents(db: Db, serviceId: number): Promise<void> {
  await sql`
    with created_stream as (
      -- The next part does not see the row that this part inserts.
      insert into business_event_streams (service_id) values (${serviceId}) on conflict do nothing
    ), locked_stream as (
      select last_position from business_event_streams where service_id = ${serviceId}
      for update skip locked
    ), current_stream as (
      -- The locked row is current, the joined one is as of the start of the statement. When they differ, events that
      -- seem to be waiting were published meanwhile.
      select l.last_position from locked_stream l
      join business_event_streams s on s.service_id = ${serviceId} and s.last_position = l.last_position
    ), waiting_events as (
      select array(
        select id from business_events
        where service_id = ${serviceId} and position is null order by id limit ${PUBLISHED_MAX}
      ) as ids
      from current_stream
    ), published_events as (
      -- An array of ids instead of a join: without statistics PostgreSQL expects no events of the service, and a nested
      -- loop would compare each waiting event with all events. width_bucket returns the index of an id in the array.
      update business_events e set published_at = now(),
        position = (select last_position from current_stream) + width_bucket(e.id, (select ids from waiting_events))
      where e.service_id = ${serviceId} and e.id = any((select ids from waiting_events)::bigint[])
      returning e.position
    )
    update business_event_streams s set last_position = p.position
    from (select max(position) as position from published_events) p
    where s.service_id = ${serviceId} and p.position is not null
  `.execute(db);
}

/**
 * Returns the last positions of the streams of these services, in order of service. Services without a stream are
 * omitted.
 */
export async function listLastPositions(
  db: Db,
  serviceIds: readonly number[],
): Promise<{ serviceId: number; lastPosition: number }[]> {
  const query = db
    .selectFrom('business_event_streams')
    .select(['service_id as serviceId', 'last_position as lastPosition'])
    .where((eb) => eb('service_id', '=', eb.fn.any(eb.val(serviceIds))))
    .orderBy('service_id');
  return await readAcrossServices(db, query.compile());
}

/** Returns the ids of the first and the last waiting event of a service; undefined when there is none. */
export async function findWaitingRange(
  db: Db,
  serviceId: number,
): Promise<{ first: number; last: number } | undefined> {
  const { rows } = await sql<{ first: number; last: number }>`
    select first.id as first, last.id as last
    from (
      select id from business_events
      where service_id = ${serviceId} and position is null order by id limit 1
    ) first, (
      select id from business_events
      where service_id = ${serviceId} and position is null order by id desc limit 1
    ) last
  `.execute(db);
  return rows[0];
}

/** Returns the stream of a service, and creates it when it does not exist. */
export async function openStream(db: Db, serviceId: number): Promise<EventStream> {
  const existing = await findStream(db, serviceId);
  if (existing !== undefined) return existing;
  await db
    .insertInto('business_event_streams')
    .values({ service_id: serviceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const created = await findStream(db, serviceId);
  if (created === undefined) throw new Error('A service has lost its stream of events.');
  return created;
}

/** Changes the stream key, so that all events of the service get new ids and earlier ids become invalid. */
export async function renewStreamKey(db: Db, serviceId: number): Promise<void> {
  await db
    .updateTable('business_event_streams')
    .set({ stream_key: randomUUID() })
    .where('service_id', '=', serviceId)
    .execute();
}

async function findStream(db: Db, serviceId: number): Promise<EventStream | undefined> {
  return await db
    .selectFrom('business_event_streams as s')
    .select((eb) => [
      's.stream_key as streamKey',
      's.last_position as lastPosition',
      eb.fn
        .coalesce(
          eb
            .selectFrom('business_events as e')
            .select('e.position')
            .where('e.service_id', '=', serviceId)
            .where('e.position', 'is not', null)
            .orderBy('e.position')
            .limit(1),
          sql<number>`s.last_position + 1`,
        )
        .$notNull()
        .as('oldestPosition'),
    ])
    .where('s.service_id', '=', serviceId)
    .executeTakeFirst();
}

/**
 * Deletes up to `max` events of each service that were published over 7 days ago, by one statement for each service;
 * returns the number of deleted events. For a service without such events, the statement reads only its oldest event.
 */
export async function deleteExpiredEvents(db: Db, max: number): Promise<number> {
  const query = db
    .selectFrom('business_event_streams')
    .select('service_id as serviceId')
    .orderBy('service_id');
  const streams = await readAcrossServices(db, query.compile());
  return await sumOverServices(
    streams,
    async (serviceId) => await deleteExpiredOfService(db, serviceId, max),
  );
}

async function deleteExpiredOfService(db: Db, serviceId: number, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from business_events e using (
      select candidate.id
      from (
        select published_at from business_events
        where service_id = ${serviceId} and position is not null order by position limit 1
      ) oldest cross join lateral (
        select id, published_at from business_events
        where service_id = ${serviceId} and position is not null order by position limit ${max}
      ) candidate
      where oldest.published_at < now() - interval '7 days'
        and candidate.published_at < now() - interval '7 days'
    ) expired_events
    where e.service_id = ${serviceId} and e.id = expired_events.id
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
