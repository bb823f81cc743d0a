import type { SystemContext } from '../../context.ts';
import { type EndpointKey, findEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import { rescheduleSending } from '../../db/queries/webhooks/fan-out.ts';
import { type ClaimedDelivery, claimDeliveries } from '../../db/queries/webhooks/sending.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type { WebhookOutcome } from '../../domain/events/webhook.ts';
import { openSecrets } from './secrets.ts';
import { PAUSE_AFTER, settleAttempt } from './settle-attempt.ts';

/** Lanes of one endpoint that are sent at once. */
const AT_ONCE = 4;
/** After so long a job makes room for others; what is left it does with its next turn. */
const TURN_MS = 5_000;

/**
 * Sends an endpoint what is due, in order within each lane, and has itself run again when the next is due. May be run
 * twice at once: each delivery is claimed, and only the first of its lane.
 */
export async function deliverWebhooks(ctx: SystemContext, endpointId: number): Promise<void> {
  const key: EndpointKey = { serviceId: ctx.serviceId, endpointId };
  const endsAt = performance.now() + TURN_MS;
  const endpoint = await findEndpoint(ctx.db, key, { lock: false });
  if (endpoint !== undefined && endpoint.disabledReason === null) {
    const secrets = await openSecrets(ctx, endpoint);
    while (performance.now() < endsAt && !ctx.signal.aborted) {
      const claimed = await claimDeliveries(ctx.db, key, {
        max: AT_ONCE,
        failuresMax: PAUSE_AFTER,
      });
      if (claimed.length === 0) break;
      const { url } = endpoint;
      await Promise.all(
        claimed.map(async (delivery) => await attempt(ctx, key, { one: delivery, url, secrets })),
      );
    }
  }
  await runInTransaction(ctx.db, async (tx) => {
    await findEndpoint(tx, key, { lock: true });
    await rescheduleSending(tx, key);
  });
}

type Attempt = { one: ClaimedDelivery; url: string; secrets: readonly string[] };

async function attempt(
  ctx: SystemContext,
  key: EndpointKey,
  { one: delivery, url, secrets }: Attempt,
): Promise<void> {
  const { messageId, body } = delivery;
  const outcome: WebhookOutcome = await ctx.webhooks.send({ url, messageId, body, secrets });
  await settleAttempt(ctx, key, { one: delivery, outcome });
}
