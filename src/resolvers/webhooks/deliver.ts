import type { SystemContext } from '../../context.ts';
import { type EndpointKey, findEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import { rescheduleSending } from '../../db/queries/webhooks/fan-out.ts';
import { type ClaimedDelivery, claimDeliveries } from '../../db/queries/webhooks/sending.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type { WebhookOutcome } from '../../domain/events/webhook.ts';
import { decryptSecrets } from './secrets.ts';
import { PAUSE_AFTER, settleAttempt } from './settle-attempt.ts';

/**
 * Number of concurrent deliveries to an endpoint. Deliveries with the same ordering key are sent one after the other.
 */
const CONCURRENT_DELIVERIES = 4;
/** Duration after which the job ends, so that other jobs can run. A new job sends the remaining deliveries. */
const JOB_MS = 5_000;

/**
 * Sends the due deliveries of an endpoint, in order within each ordering key, and schedules itself for the next due
 * one. Concurrent runs are safe, because each delivery is claimed.
 */
export async function deliverWebhooks(ctx: SystemContext, endpointId: number): Promise<void> {
  const key: EndpointKey = { serviceId: ctx.serviceId, endpointId };
  const endsAt = performance.now() + JOB_MS;
  const endpoint = await findEndpoint(ctx.db, key, { lock: false });
  if (endpoint !== undefined && endpoint.disabledReason === null) {
    const secrets = await decryptSecrets(ctx, endpoint);
    while (performance.now() < endsAt && !ctx.signal.aborted) {
      const claimed = await claimDeliveries(ctx.db, key, {
        max: CONCURRENT_DELIVERIES,
        failuresMax: PAUSE_AFTER,
      });
      if (claimed.length === 0) break;
      const { url } = endpoint;
      await Promise.all(
        claimed.map(
          async (delivery) => await attemptDelivery(ctx, key, { delivery, url, secrets }),
        ),
      );
    }
  }
  await runInTransaction(ctx.db, async (tx) => {
    await findEndpoint(tx, key, { lock: true });
    await rescheduleSending(tx, key);
  });
}

type Attempt = { delivery: ClaimedDelivery; url: string; secrets: readonly string[] };

async function attemptDelivery(
  ctx: SystemContext,
  key: EndpointKey,
  { delivery, url, secrets }: Attempt,
): Promise<void> {
  const { messageId, body } = delivery;
  const outcome: WebhookOutcome = await ctx.webhooks.send({ url, messageId, body, secrets });
  await settleAttempt(ctx, key, { delivery, outcome });
}
