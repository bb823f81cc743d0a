import { type Selectable, sql } from 'kysely';
import {
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_FAULTS,
  type WebhookDelivery,
  type WebhookDeliveryState,
} from '../../../domain/events/webhook.ts';
import { getReadPlan, type Window } from '../../../domain/shared/page.ts';
import type { Db } from '../../client.ts';
import { readAcrossServices } from '../../statements/read-across-services.ts';
import { sumOverServices } from '../../statements/sum-over-services.ts';
import type { WebhookDeliveries } from '../../tables.ts';
import type { EndpointKey } from './endpoints.ts';

export type DeliveryKey = { serviceId: number; deliveryId: number };

/** Returns the deliveries of an endpoint in a window, newest first; null `state` means all. */
export async function listDeliveries(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
  { window, state }: { window: Window<number>; state: WebhookDeliveryState | null },
): Promise<WebhookDelivery[]> {
  const { from, limit } = getReadPlan(window);
  const { after, before } = window;
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('service_id', '=', serviceId)
    .where('endpoint_id', '=', endpointId)
    .$if(state !== null, (query) => query.where('state', '=', state ?? ''))
    .$if(after !== null, (query) => query.where('id', '<', after ?? 0))
    .$if(before !== null, (query) => query.where('id', '>', before ?? 0))
    .orderBy('id', from === 'start' ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  const listed = rows.map(toDelivery);
  return from === 'start' ? listed : listed.toReversed();
}

/** Counts deliveries, up to `max`. */
export async function countDeliveries(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
  { state, max }: { state: WebhookDeliveryState | null; max: number },
): Promise<number> {
  const selection = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('endpoint_id', '=', endpointId)
    .$if(state !== null, (query) => query.where('state', '=', state ?? ''))
    .limit(max);
  const { count } = await db
    .selectFrom(selection.as('deliveries'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts messages of the service that wait to be sent, up to `max`. */
export async function countWaitingMessages(
  db: Db,
  serviceId: number,
  max: number,
): Promise<number> {
  const waiting = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('state', '=', sql.lit('waiting'))
    .limit(max);
  const { count } = await db
    .selectFrom(waiting.as('waiting_deliveries'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the services with the most messages that wait to be sent, at most `max`. */
export async function listWaitingMessages(
  db: Db,
  max: number,
): Promise<{ serviceId: number; messages: number }[]> {
  const statement = sql<{ serviceId: number; messages: number }>`
    select service_id as "serviceId", count(*) as messages from webhook_deliveries
    where state = 'waiting' group by service_id order by 2 desc, 1 limit ${max}
  `;
  return await readAcrossServices(db, statement.compile(db));
}

export async function findDelivery(
  db: Db,
  { serviceId, deliveryId }: DeliveryKey,
): Promise<WebhookDelivery | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('service_id', '=', serviceId)
    .where('id', '=', deliveryId)
    .executeTakeFirst();
  return row && toDelivery(row);
}

/** Returns the delivery of a message to an endpoint; undefined when there is none. */
export async function findMessage(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
  messageId: string,
): Promise<WebhookDelivery | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('service_id', '=', serviceId)
    .where('endpoint_id', '=', endpointId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row && toDelivery(row);
}

/**
 * Resets a delivery, so that it is sent now and attempted for three days. The attempts of a settled delivery count from
 * 0 again.
 */
export async function resetDelivery(db: Db, { serviceId, deliveryId }: DeliveryKey): Promise<void> {
  await sql`
    update webhook_deliveries set
      attempts = case when state = 'waiting' then attempts else 0 end,
      state = 'waiting', settled_at = null, due_at = now(),
      give_up_at = now() + interval '3 days'
    where service_id = ${serviceId} and id = ${deliveryId}
  `.execute(db);
}

/**
 * Deletes up to `max` deliveries of each service that are over 7 days old; returns their number. Waiting deliveries are
 * deleted only when their endpoint is disabled: those of an enabled endpoint are settled within three days.
 */
export async function deleteExpiredDeliveries(db: Db, max: number): Promise<number> {
  const selectServices = sql<{ serviceId: number }>`
    select service_id as "serviceId" from (
      select d.service_id from webhook_deliveries d
      join webhook_endpoints e on e.service_id = d.service_id and e.id = d.endpoint_id
      where ${IS_EXPIRED} order by d.created_at limit ${max}
    ) expired_deliveries group by service_id order by service_id
  `;
  const rows = await readAcrossServices(db, selectServices.compile(db));
  return await sumOverServices(
    rows,
    async (serviceId) => await deleteExpiredOfService(db, serviceId, max),
  );
}

async function deleteExpiredOfService(db: Db, serviceId: number, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries d using (
      select d.id from webhook_deliveries d
      join webhook_endpoints e on e.service_id = ${serviceId} and e.id = d.endpoint_id
      where d.service_id = ${serviceId} and ${IS_EXPIRED}
      order by d.created_at limit ${max}
    ) expired_deliveries
    where d.service_id = ${serviceId} and d.id = expired_deliveries.id
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

const IS_EXPIRED = sql`d.created_at < now() - interval '7 days'
  and (d.state <> 'waiting' or e.disabled_reason is not null)`;

function toDelivery(row: Selectable<WebhookDeliveries>): WebhookDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    messageId: row.message_id,
    type: row.type,
    state: WEBHOOK_DELIVERY_STATES.find((state) => state === row.state) ?? 'waiting',
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at,
    lastStatus: row.last_status,
    lastError: WEBHOOK_FAULTS.find((fault) => fault === row.last_error) ?? null,
    nextAttemptAt: row.state === 'waiting' ? row.due_at : null,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  };
}
