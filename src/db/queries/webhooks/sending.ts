import { sql } from 'kysely';
import type { WebhookFault } from '../../../domain/events/webhook.ts';
import type { Db } from '../../client.ts';
import type { EndpointKey } from './endpoints.ts';
import { isFirstOfLane } from './fan-out.ts';

/** Delivery that this process must attempt now. */
export type ClaimedDelivery = {
  id: number;
  messageId: string;
  body: string;
  /** Number of attempts, including the next one. */
  attempts: number;
  /** Consecutive failed attempts at its endpoint. */
  failures: number;
};

/** Lease of an attempt, which is longer than an attempt may take. Another process may claim the delivery after it. */
const CLAIM_SECONDS = 90;

/**
 * Claims up to `max` due deliveries, only the first of each ordering key (`lane`), and increments their attempts.
 * Claims none while the endpoint is disabled or paused, and only one, as a probe, after `failuresMax` consecutive
 * failures. Returns them in order of id.
 */
export async function claimDeliveries(
  db: Db,
  key: EndpointKey,
  { max, failuresMax }: { max: number; failuresMax: number },
): Promise<ClaimedDelivery[]> {
  const { serviceId, endpointId } = key;
  const { rows } = await sql<ClaimedDelivery>`
    with endpoint as materialized (
      select failures from webhook_endpoints
      where service_id = ${serviceId} and id = ${endpointId} and disabled_reason is null
        and (paused_until is null or paused_until <= now())
    ), due as materialized (
      select d.id from webhook_deliveries d
      where d.service_id = ${serviceId} and d.endpoint_id = ${endpointId}
        and d.state = 'waiting' and d.due_at <= now() and ${isFirstOfLane(key)}
        and exists (select from endpoint)
      order by d.due_at, d.id
      limit (select case when failures >= ${failuresMax} then 1 else ${max}::integer end from endpoint)
      for update skip locked
    )
    update webhook_deliveries d set attempts = d.attempts + 1, last_attempt_at = now(),
      due_at = now() + ${CLAIM_SECONDS}::integer * interval '1 second'
    from due, endpoint
    where d.service_id = ${serviceId} and d.id = due.id
    returning d.id, d.message_id as "messageId", d.body, d.attempts, endpoint.failures
  `.execute(db);
  return rows.toSorted((first, second) => first.id - second.id);
}

/** Records a successful delivery with the HTTP status (`answer`), and resets the failures of the endpoint. */
export async function settleDelivered(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
  { id, answer }: { id: number; answer: number },
): Promise<void> {
  await sql`
    with endpoint as (
      update webhook_endpoints set failures = 0, failing_since = null, paused_until = null
      where service_id = ${serviceId} and id = ${endpointId} and failures > 0
    )
    update webhook_deliveries set state = 'delivered', settled_at = now(),
      last_status = ${answer}, last_error = null
    where service_id = ${serviceId} and id = ${id} and state = 'waiting'
  `.execute(db);
}

export type FailedAttempt = {
  id: number;
  /** Attempt number; a delivery that was attempted again since is left unchanged. */
  attempts: number;
  /** HTTP status of the response; null when none arrived. */
  answer: number | null;
  fault: WebhookFault;
  /** Seconds until this delivery is attempted again. */
  delaySeconds: number;
  /** Seconds until anything is sent to this endpoint; 0 for no pause. */
  pauseSeconds: number;
};

/**
 * Records a failed attempt and schedules the next one. Abandons the delivery after three days, unless the endpoint has
 * accepted nothing for a day. Returns true when the endpoint has accepted nothing for three days. The caller has locked
 * the endpoint.
 */
export async function settleFailed(
  db: Db,
  { serviceId, endpointId }: EndpointKey,
  failed: FailedAttempt,
): Promise<boolean> {
  const { pauseSeconds } = failed;
  const pausedUntil =
    pauseSeconds > 0 ? sql`now() + ${pauseSeconds}::float8 * interval '1 second'` : sql`null`;
  const { rows } = await sql<{ isUnreachable: boolean }>`
    with streak as (
      -- A delivery that failed before and still waits. Otherwise nothing was attempted since the last failure, and the
      -- series of failures starts again.
      select ${failed.attempts > 1}::boolean or exists (
        select from webhook_deliveries d
        where d.service_id = ${serviceId} and d.endpoint_id = ${endpointId} and d.id <> ${failed.id}
          and d.state = 'waiting' and d.attempts > 0 and d.last_error is not null
      ) as continues
    ), endpoint as (
      update webhook_endpoints e set
        failures = case when streak.continues then e.failures + 1 else 1 end,
        failing_since = case when streak.continues and e.failing_since is not null
          then e.failing_since else clock.at end,
        paused_until = ${pausedUntil}
      from ${CLOCK}, streak
      where e.service_id = ${serviceId} and e.id = ${endpointId}
      returning e.failing_since
    ), delivery as (
      update webhook_deliveries d set
        due_at = now() + ${failed.delaySeconds}::float8 * interval '1 second',
        last_status = ${failed.answer}, last_error = ${failed.fault},
        state = case when ${IS_GIVEN_UP} then 'abandoned' else 'waiting' end,
        settled_at = case when ${IS_GIVEN_UP} then clock.at end
      from endpoint, ${CLOCK}
      where d.service_id = ${serviceId} and d.id = ${failed.id} and d.state = 'waiting'
        and d.attempts = ${failed.attempts}
    )
    select failing_since <= now() - interval '3 days' as "isUnreachable" from endpoint
  `.execute(db);
  return rows[0]?.isUnreachable ?? false;
}

/** Current time as columns, because Citus rejects functions that are not immutable in a CASE of an update. */
const CLOCK = sql`(select now() as at, now() - interval '1 day' as day_ago) clock`;

const IS_GIVEN_UP = sql<boolean>`
  d.give_up_at <= clock.at and endpoint.failing_since > clock.day_ago`;
