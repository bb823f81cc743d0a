import { type Selectable, sql } from 'kysely';
import {
  BUSINESS_EVENT_TYPES,
  type BusinessEventType,
} from '../../../domain/events/business-event.ts';
import {
  WEBHOOK_DISABLED_REASONS,
  type WebhookDisabledReason,
  type WebhookEndpoint,
} from '../../../domain/events/webhook.ts';
import type { Db } from '../../client.ts';
import type { WebhookEndpoints } from '../../tables.ts';

/** Key of an endpoint. */
export type EndpointKey = { serviceId: number; endpointId: number };

/** Encrypted secrets that sign the messages of an endpoint. `earlier`: replaced secret that still signs, or null. */
export type SealedSecrets = { current: Buffer; earlier: Buffer | null };

export type StoredEndpoint = WebhookEndpoint & { secrets: SealedSecrets };

export type NewEndpoint = EndpointKey & {
  url: string;
  eventTypes: readonly BusinessEventType[];
  sealedSecret: Buffer;
};

/**
 * Inserts an endpoint that receives the events after the last published one. The caller has called `publishCommitted`,
 * so that no earlier event is published later.
 */
export async function insertEndpoint(db: Db, endpoint: NewEndpoint): Promise<void> {
  const { serviceId, endpointId, url, eventTypes, sealedSecret } = endpoint;
  await sql`
    insert into webhook_endpoints (service_id, id, url, event_types, sealed_secret, position)
    select ${serviceId}::integer, ${endpointId}::bigint, ${url}::text, ${eventTypes}::text[],
      ${sealedSecret}::bytea, coalesce(max(last_position), 0)
    from business_event_streams where service_id = ${serviceId}
  `.execute(db);
}

export async function countEndpoints(db: Db, serviceId: number): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('service_id', '=', serviceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns all endpoints of a service, in order of id. A service has few. */
export async function listEndpoints(db: Db, serviceId: number): Promise<WebhookEndpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('service_id', '=', serviceId)
    .orderBy('id')
    .execute();
  return rows.map(toEndpoint);
}

/** Returns an endpoint with its secrets; with `lock`, locked until the transaction ends. */
export async function findEndpoint(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
  { lock }: { lock: boolean },
): Promise<StoredEndpoint | undefined> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .select(sql<boolean>`coalesce(earlier_secret_until > now(), false)`.as('has_earlier'))
    .where('service_id', '=', serviceId)
    .where('id', '=', endpointId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const earlier = row.has_earlier ? row.sealed_earlier_secret : null;
  return { ...toEndpoint(row), secrets: { current: row.sealed_secret, earlier } };
}

/** Deletes an endpoint; returns false when it does not exist. */
export async function deleteEndpoint(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_endpoints')
    .where('service_id', '=', serviceId)
    .where('id', '=', endpointId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Replaces the secret of an endpoint. The previous secret also signs messages for `overlapHours`; with 0 it is deleted
 * at once.
 */
export async function replaceSecret(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
  { sealed, overlapHours }: { sealed: Buffer; overlapHours: number },
): Promise<void> {
  const until =
    overlapHours > 0 ? sql`now() + ${overlapHours}::integer * interval '1 hour'` : sql`null`;
  await sql`
    update webhook_endpoints set sealed_secret = ${sealed},
      sealed_earlier_secret = case when ${overlapHours > 0}::boolean then sealed_secret end,
      earlier_secret_until = ${until}
    where service_id = ${serviceId} and id = ${endpointId}
  `.execute(db);
}

/** Disables an endpoint; waiting deliveries are kept. Returns false when it was disabled already. */
export async function disableEndpoint(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
  reason: WebhookDisabledReason,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoints')
    .set({ disabled_reason: reason, disabled_at: sql`now()` })
    .where('service_id', '=', serviceId)
    .where('id', '=', endpointId)
    .where('disabled_reason', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Enables a disabled endpoint, which the caller has locked. The endpoint continues after the event where it stopped, or
 * at the oldest stored event when the next one was deleted. Waiting deliveries are attempted for another three days.
 * Returns the number of events that were deleted before the endpoint received them; 0 when the endpoint was not
 * disabled.
 */
export async function enableEndpoint(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
): Promise<number> {
  const { rows } = await sql<{ missed: number }>`
    with oldest as (
      select coalesce(
        (
          select position from business_events
          where service_id = ${serviceId} and position is not null order by position limit 1
        ) - 1,
        (select last_position from business_event_streams where service_id = ${serviceId}),
        0
      ) as before
    ), renewed_deliveries as (
      update webhook_deliveries set due_at = now(), give_up_at = now() + interval '3 days'
      where service_id = ${serviceId} and endpoint_id = ${endpointId} and state = 'waiting'
    ), previous as (
      select position from webhook_endpoints where service_id = ${serviceId} and id = ${endpointId}
    )
    update webhook_endpoints e set disabled_reason = null, disabled_at = null, failures = 0,
      failing_since = null, paused_until = null, position = greatest(e.position, oldest.before)
    from oldest, previous
    where e.service_id = ${serviceId} and e.id = ${endpointId} and e.disabled_reason is not null
    returning e.position - previous.position as missed
  `.execute(db);
  return rows[0]?.missed ?? 0;
}

function toEndpoint(row: Selectable<WebhookEndpoints>): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    eventTypes: BUSINESS_EVENT_TYPES.filter((type) => row.event_types.includes(type)),
    disabledReason:
      WEBHOOK_DISABLED_REASONS.find((reason) => reason === row.disabled_reason) ?? null,
    disabledAt: row.disabled_at,
    failures: row.failures,
    failingSince: row.failing_since,
    earlierSecretUntil: row.earlier_secret_until,
    createdAt: row.created_at,
  };
}
