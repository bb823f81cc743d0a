import { type RawBuilder, sql } from 'kysely';
import {
  BUSINESS_EVENT_TYPES,
  type BusinessEventType,
} from '../../../domain/events/business-event.ts';
import type { WebhookMessage } from '../../../domain/events/webhook.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/across-services.ts';
import { takenIds } from '../records/id-counters.ts';
import type { EndpointKey } from './endpoints.ts';

/** No more than that waits for one endpoint; further events are taken once there is room. */
const WAITING_MAX = 10_000;
export const SERVICES_MAX = 100;

/** Services with events that an enabled endpoint has not been given: whether some wait for their places, and which. */
export type Behind = { serviceId: number; isUnpublished: boolean };

/** Up to 100 services with enabled endpoints and news for them, any of them where there are more. Where there are no endpoints it reads nothing else. */
export async function listServicesBehind(db: Db): Promise<Behind[]> {
  const finding = sql<Behind>`
    select * from (
      select e.service_id as "serviceId",
        bool_or(s.last_position > e.position) as "isBehind",
        exists (
          select from business_events b where b.service_id = e.service_id and b.position is null
        ) as "isUnpublished"
      from webhook_endpoints e
      left join business_event_streams s on s.service_id = e.service_id
      where e.disabled_reason is null
      group by e.service_id
    ) as found
    where "isBehind" or "isUnpublished"
    order by random() limit ${SERVICES_MAX}
  `;
  const rows = await readAcrossServices(db, finding.compile(db));
  return rows;
}

/** An enabled endpoint, and how far it has come. */
export type Listener = {
  endpointId: number;
  eventTypes: BusinessEventType[];
  position: number;
  /** Of the service's last event that has a place. */
  lastPosition: number;
  hasRoom: boolean;
};

/** The enabled endpoints of a service, held until the transaction ends, past those that somebody else holds. */
export async function holdListeners(db: Db, serviceId: number): Promise<Listener[]> {
  const { rows } = await sql<Omit<Listener, 'eventTypes'> & { eventTypes: string[] }>`
    select e.id as "endpointId", e.event_types as "eventTypes", e.position, coalesce(
      (select last_position from business_event_streams where service_id = ${serviceId}), 0
    ) as "lastPosition", (
      select count(*) from (
        select from webhook_deliveries d
        where d.service_id = ${serviceId} and d.endpoint_id = e.id and d.state = 'waiting'
        limit ${WAITING_MAX}
      ) as waiting
    ) < ${WAITING_MAX} as "hasRoom"
    from webhook_endpoints e
    where e.service_id = ${serviceId} and e.disabled_reason is null
    order by e.id for update of e skip locked
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    eventTypes: BUSINESS_EVENT_TYPES.filter((type) => row.eventTypes.includes(type)),
  }));
}

export type NewDelivery = WebhookMessage & { endpointId: number };

/** In their order; one that is there already stays as it is. */
export async function insertDeliveries(
  db: Db,
  serviceId: number,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const count = deliveries.length;
  await sql`
    with taken as (${takenIds({ serviceId, kind: 'webhook_delivery', count })})
    insert into webhook_deliveries
      (service_id, id, endpoint_id, message_id, type, lane, business_id, body)
    overriding system value
    select ${serviceId}::integer, last_id - ${count}::bigint + place, endpoint_id, message_id, type, lane, business_id,
      body
    from taken, unnest(
      ${deliveries.map((one) => one.endpointId)}::bigint[],
      ${deliveries.map((one) => one.messageId)}::text[],
      ${deliveries.map((one) => one.type)}::text[],
      ${deliveries.map((one) => one.lane)}::text[],
      ${deliveries.map((one) => one.businessId)}::bigint[],
      ${deliveries.map((one) => one.body)}::text[]
    ) with ordinality as new (endpoint_id, message_id, type, lane, business_id, body, place)
    order by place
    on conflict (service_id, endpoint_id, message_id) do nothing
  `.execute(db);
}

/** Says how far endpoints have come. They are held. */
export async function moveListeners(
  db: Db,
  serviceId: number,
  moved: readonly { endpointId: number; position: number }[],
): Promise<void> {
  await sql`
    update webhook_endpoints e set position = m.position
    from unnest(
      ${moved.map((one) => one.endpointId)}::bigint[], ${moved.map((one) => one.position)}::bigint[]
    ) as m (id, position)
    where e.service_id = ${serviceId} and e.id = m.id
  `.execute(db);
}

/**
 * Has what waits for endpoints sent soon. A job that a worker is at stays as it is: that worker looks again before it
 * ends, see `rearmSending`. The endpoints are held, so that it cannot have looked already.
 */
export async function queueSending(
  db: Db,
  serviceId: number,
  endpointIds: readonly number[],
): Promise<void> {
  await sql`
    insert into jobs (service_id, task, key, payload)
    select ${serviceId}::integer, 'deliver_webhooks', id::text, jsonb_build_object('endpointId', id)
    from unnest(${endpointIds}::bigint[]) as due (id)
    order by id
    on conflict (service_id, task, key) do update
      set due_at = least(jobs.due_at, excluded.due_at), failed_at = null
      where jobs.held_by is null
  `.execute(db);
}

/**
 * Has the endpoint's job run again when the next of its deliveries can be tried, or ends it where none waits. To be
 * called by whoever runs it, at its end, with the endpoint held. Answers whether one waits.
 */
export async function rearmSending(db: Db, key: EndpointKey): Promise<boolean> {
  const { serviceId, endpointId } = key;
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      e.paused_until,
      (
        select min(d.due_at) from webhook_deliveries d
        where d.service_id = ${serviceId} and d.endpoint_id = ${endpointId}
          and d.state = 'waiting' and ${isFirstOfLane(key)}
      )
    ) as at
    from webhook_endpoints e
    where e.service_id = ${serviceId} and e.id = ${endpointId} and e.disabled_reason is null
      and exists (
        select from webhook_deliveries d
        where d.service_id = ${serviceId} and d.endpoint_id = ${endpointId} and d.state = 'waiting'
      )
  `.execute(db);
  const at = rows[0]?.at ?? null;
  const job = sql`service_id = ${serviceId} and task = 'deliver_webhooks' and key = ${String(endpointId)}`;
  if (at === null) await sql`delete from jobs where ${job}`.execute(db);
  else
    await sql`
      update jobs set held_by = null, attempts = 0, error = null, due_at = ${at} where ${job}
    `.execute(db);
  return at !== null;
}

/** Of the waiting deliveries `d`: whether none before it waits in its lane. */
export function isFirstOfLane({ serviceId, endpointId }: EndpointKey): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from webhook_deliveries earlier
    where earlier.service_id = ${serviceId} and earlier.endpoint_id = ${endpointId}
      and earlier.lane = d.lane and earlier.state = 'waiting' and earlier.id < d.id
  )`;
}
