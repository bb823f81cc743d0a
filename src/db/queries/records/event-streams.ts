import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** How far a service's events go. Those after `oldestPosition - 1` are all there. */
export type EventStream = {
  streamKey: string;
  lastPosition: number;
  oldestPosition: number;
};

/** How many events of one service are published at a time. A parameter, so that the statement is a prepared one. */
const BATCH = 1000;

/**
 * Gives the events that wait their positions, in one statement for all services: an event can be read
 * only after its mutation has committed, and none is ever put before one that can be read already. A
 * service whose stream another process holds, or has moved on since this statement began, waits for
 * the next time. Returns whether there were events that waited.
 */
export async function publishEvents(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waited: boolean }>`
    with recursive waiting as (
      (select service_id from business_events where position is null order by service_id limit 1)
      union all
      select (
        select e.service_id from business_events e
        where e.position is null and e.service_id > w.service_id order by e.service_id limit 1
      )
      from waiting w where w.service_id is not null
    ), begun as (
      insert into business_event_streams (service_id)
      select w.service_id from waiting w
      where w.service_id is not null
        and not exists (select from business_event_streams s where s.service_id = w.service_id)
      on conflict do nothing
    ), held as (
      select service_id, last_position from business_event_streams
      where service_id in (select service_id from waiting)
      for update skip locked
    ), unmoved as (
      -- The rows held are as they are now, those read here as they were when the statement began. Where
      -- they differ, events that look as if they waited were published meanwhile.
      select h.service_id, h.last_position
      from held h join business_event_streams s using (service_id)
      where s.last_position = h.last_position
    ), published as (
      update business_events e
      set position = d.position, published_at = clock_timestamp()
      from (
        select u.service_id, w.id, u.last_position + row_number() over (
          partition by u.service_id order by w.id
        ) as position
        from unmoved u cross join lateral (
          select id from business_events
          where service_id = u.service_id and position is null order by id limit ${BATCH}
        ) w
      ) d
      where e.service_id = d.service_id and e.id = d.id
      returning e.service_id, e.position
    ), moved as (
      update business_event_streams s set last_position = p.position
      from (select service_id, max(position) as position from published group by service_id) p
      where s.service_id = p.service_id
    )
    select exists (select from waiting where service_id is not null) as waited
  `.execute(db);
  return rows[0]?.waited ?? false;
}

/** The ids of the first and the last of a service's events that wait for their positions; undefined where none does. */
export async function findWaiting(
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

/** The stream of a service, begun with this call where it had none. */
export async function openStream(db: Db, serviceId: number): Promise<EventStream> {
  const found = await findStream(db, serviceId);
  if (found !== undefined) return found;
  await db
    .insertInto('business_event_streams')
    .values({ service_id: serviceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const begun = await findStream(db, serviceId);
  if (begun === undefined) throw new Error('A service has lost its stream of events.');
  return begun;
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
            .whereRef('e.service_id', '=', 's.service_id')
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
 * Deletes up to `max` of each service's events that were published over 7 days ago; returns how many. Reads
 * one event of each service that has none to delete.
 */
export async function deleteExpiredEvents(db: Db, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from business_events e using (
      select o.service_id, o.id
      from business_event_streams s cross join lateral (
        select published_at from business_events
        where service_id = s.service_id and position is not null
        order by position limit 1
      ) oldest cross join lateral (
        select service_id, id, published_at from business_events
        where service_id = s.service_id and position is not null
        order by position limit ${max}
      ) o
      where oldest.published_at < now() - interval '7 days'
        and o.published_at < now() - interval '7 days'
    ) expired
    where e.service_id = expired.service_id and e.id = expired.id
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
