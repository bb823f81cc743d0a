import { type RawBuilder, sql } from 'kysely';
import {
  BUSINESS_EVENT_TYPES,
  type BusinessEventType,
} from '../../../domain/events/business-event.ts';
import type { WebhookMessage } from '../../../domain/events/webhook.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';
import { allocateIdsQuery } from '../records/id-counters.ts';
import type { EndpointKey } from './endpoints.ts';

/** Maximum number of waiting deliveries of an endpoint; deliveries of further events are added later. */
const WAITING_MAX = 10_000;
/** Maximum number of services in one round; a full round is followed by another at once. */
export const SERVICES_MAX = 100;

/**
 * Service with events for which an enabled endpoint has no deliveries yet. `isUnpublished`: some of these events are
 * not published.
 */
export type ServiceBehind = { serviceId: number; isUnpublished: boolean };

/**
 * Returns up to SERVICES_MAX services with enabled endpoints and new events, in random order so that none is starved.
 */
export async function listServicesBehind(db: Db): Promise<ServiceBehind[]> {
  const statement = sql<ServiceBehind>`
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
    ) as services
    where "isBehind" or "isUnpublished"
    order by random() limit ${SERVICES_MAX}
  `;
  const rows = await readAcrossServices(db, statement.compile(db));
  return rows;
}

/** Enabled endpoint with its position in the stream. */
export type FanOutEndpoint = {
  endpointId: number;
  eventTypes: BusinessEventType[];
  position: number;
  /** Position of the last published event of the service. */
  lastPosition: number;
  /** False when WAITING_MAX deliveries of the endpoint wait. */
  hasRoom: boolean;
};

/** Returns the enabled endpoints of a service, locked until the transaction ends; skips locked ones. */
export async function lockFanOutEndpoints(db: Db, serviceId: number): Promise<FanOutEndpoint[]> {
  const { rows } = await sql<Omit<FanOutEndpoint, 'eventTypes'> & { eventTypes: string[] }>`
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

/** Inserts deliveries in order. A delivery of the same message to the same endpoint stays unchanged. */
export async function insertDeliveries(
  db: Db,
  serviceId: number,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const count = deliveries.length;
  await sql`
    with allocated_ids as (${allocateIdsQuery({ serviceId, kind: 'webhook_delivery', count })})
    insert into webhook_deliveries
      (service_id, id, endpoint_id, message_id, type, lane, business_id, body)
    overriding system value
    select ${serviceId}::integer, last_id - ${count}::bigint + ordinal, endpoint_id, message_id, type, lane, business_id,
      body
    from allocated_ids, unnest(
      ${deliveries.map((delivery) => delivery.endpointId)}::bigint[],
      ${deliveries.map((delivery) => delivery.messageId)}::text[],
      ${deliveries.map((delivery) => delivery.type)}::text[],
      ${deliveries.map((delivery) => delivery.lane)}::text[],
      ${deliveries.map((delivery) => delivery.businessId)}::bigint[],
      ${deliveries.map((delivery) => delivery.body)}::text[]
    ) with ordinality as new (endpoint_id, message_id, type, lane, business_id, body, ordinal)
    order by ordinal
    on conflict (service_id, endpoint_id, message_id) do nothing
  `.execute(db);
}

/** Stores the positions of endpoints, which the caller has locked. */
export async function saveFanOutPositions(
  db: Db,
  serviceId: number,
  positions: readonly { endpointId: number; position: number }[],
): Promise<void> {
  await sql`
    update webhook_endpoints e set position = m.position
    from unnest(
      ${positions.map((endpoint) => endpoint.endpointId)}::bigint[], ${positions.map((endpoint) => endpoint.position)}::bigint[]
    ) as m (id, position)
    where e.service_id = ${serviceId} and e.id = m.id
  `.execute(db);
}

/**
 * Queues the sending jobs of endpoints. A running job stays unchanged: before it ends, its worker locks the endpoint
 * and checks for deliveries (see `rescheduleSending`). The caller has locked the endpoints, so the worker has not
 * checked yet.
 */
export async function queueSendingJobs(
  db: Db,
  serviceId: number,
  endpointIds: readonly number[],
): Promise<void> {
  await sql`
    insert into jobs (service_id, task, key, payload)
    select ${serviceId}::integer, 'deliver_webhooks', id::text, jsonb_build_object('endpointId', id)
    from unnest(${endpointIds}::bigint[]) as endpoint (id)
    order by id
    on conflict (service_id, task, key) do update
      set due_at = least(jobs.due_at, excluded.due_at), failed_at = null
      where jobs.held_by is null
  `.execute(db);
}

/**
 * Schedules the sending job of an endpoint for its next delivery, or deletes the job when no delivery waits or the
 * endpoint is disabled. The worker calls it at the end of the job, with the endpoint locked. Returns true when the job
 * was scheduled.
 */
export async function rescheduleSending(db: Db, key: EndpointKey): Promise<boolean> {
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

/** True when no earlier delivery with the same ordering key (`lane`) as the waiting delivery `d` waits. */
export function isFirstOfLane({ serviceId, endpointId }: EndpointKey): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from webhook_deliveries earlier
    where earlier.service_id = ${serviceId} and earlier.endpoint_id = ${endpointId}
      and earlier.lane = d.lane and earlier.state = 'waiting' and earlier.id < d.id
  )`;
}
