import type { SystemContext } from '../../context.ts';
import { type EndpointKey, findEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import {
  type ClaimedDelivery,
  settleDelivered,
  settleFailed,
} from '../../db/queries/webhooks/sending.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { getWebhookDelaySeconds, type WebhookOutcome } from '../../domain/events/webhook.ts';
import { switchOff } from './switch-off.ts';

/** So many failures in a row are no longer about one delivery: the endpoint is left alone for a while. */
export const PAUSE_AFTER = 3;

const GONE = 410;

/** Writes down what came of an attempt, and switches the endpoint off where it is gone or took nothing for three days. */
export async function settleAttempt(
  { db, log }: SystemContext,
  key: EndpointKey,
  { one, outcome }: { one: ClaimedDelivery; outcome: WebhookOutcome },
): Promise<void> {
  const reason = await runInTransaction(db, async (tx) => {
    // Held first, by everybody who changes its deliveries, so that no two wait for each other.
    const endpoint = await findEndpoint(tx, key, { lock: true });
    if (endpoint === undefined) return undefined;
    if (outcome.kind === 'delivered') {
      await settleDelivered(tx, key, { id: one.id, answer: outcome.answer });
      return undefined;
    }
    const isDead = await settleFailed(tx, key, {
      ...failureOf(one, outcome),
      pauseSeconds: pauseOf(endpoint.failures + 1),
    });
    const found = outcome.answer === GONE ? 'gone' : isDead ? 'failing' : undefined;
    if (found !== undefined) await switchOff(tx, key, found);
    return found;
  });
  if (reason !== undefined)
    log.warn({ endpointId: key.endpointId, reason }, 'a webhook endpoint was switched off');
}

function failureOf(
  { id, attempts }: ClaimedDelivery,
  { answer, fault }: Extract<WebhookOutcome, { kind: 'failed' }>,
) {
  const delaySeconds = getWebhookDelaySeconds(attempts, Math.random());
  return { id, attempts, answer, fault, delaySeconds };
}

function pauseOf(failures: number): number {
  return failures < PAUSE_AFTER
    ? 0
    : getWebhookDelaySeconds(failures - PAUSE_AFTER + 1, Math.random());
}
