import type { SystemContext } from '../../context.ts';
import { type EndpointKey, findEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import {
  type ClaimedDelivery,
  settleDelivered,
  settleFailed,
} from '../../db/queries/webhooks/sending.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { getWebhookDelaySeconds, type WebhookOutcome } from '../../domain/events/webhook.ts';
import { disableAutomatically } from './disable-automatically.ts';

/**
 * Number of consecutive failures after which deliveries to the endpoint pause, because the cause is the endpoint and
 * not one delivery.
 */
export const PAUSE_AFTER = 3;

const GONE = 410;

/**
 * Stores the outcome of an attempt. Disables the endpoint when it responds with 410 Gone or has accepted nothing for
 * three days.
 */
export async function settleAttempt(
  { db, log }: SystemContext,
  key: EndpointKey,
  { delivery, outcome }: { delivery: ClaimedDelivery; outcome: WebhookOutcome },
): Promise<void> {
  const reason = await runInTransaction(db, async (tx) => {
    // All changes to deliveries lock the endpoint first, so that they cannot deadlock.
    const endpoint = await findEndpoint(tx, key, { lock: true });
    if (endpoint === undefined) return undefined;
    if (outcome.kind === 'delivered') {
      await settleDelivered(tx, key, { id: delivery.id, answer: outcome.responseCode });
      return undefined;
    }
    const hasFailedTooLong = await settleFailed(tx, key, {
      ...toFailure(delivery, outcome),
      pauseSeconds: getPauseSeconds(endpoint.failures + 1),
    });
    const endReason =
      outcome.responseCode === GONE ? 'gone' : hasFailedTooLong ? 'failing' : undefined;
    if (endReason !== undefined) await disableAutomatically(tx, key, endReason);
    return endReason;
  });
  if (reason !== undefined)
    log.warn({ endpointId: key.endpointId, reason }, 'a webhook endpoint was disabled');
}

function toFailure(
  { id, attempts }: ClaimedDelivery,
  { responseCode, fault }: Extract<WebhookOutcome, { kind: 'failed' }>,
) {
  const delaySeconds = getWebhookDelaySeconds(attempts, Math.random());
  return { id, attempts, answer: responseCode, fault, delaySeconds };
}

function getPauseSeconds(failures: number): number {
  return failures < PAUSE_AFTER
    ? 0
    : getWebhookDelaySeconds(failures - PAUSE_AFTER + 1, Math.random());
}
