import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { findDelivery, resetDelivery } from '../../db/queries/webhooks/deliveries.ts';
import { queueSendingJobs } from '../../db/queries/webhooks/fan-out.ts';
import type { WebhookDelivery } from '../../domain/events/webhook.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import type { RedeliverWebhookInput } from './inputs.ts';
import { reserveMessage } from './reserve-message.ts';
import {
  auditWebhook,
  lockEndpoint,
  throwWebhookNotFound,
  toWebhookContext,
  type WebhookContext,
} from './webhook-context.ts';

export type Redelivery = { delivery: WebhookDelivery };

/**
 * Schedules a delivery to be sent again with the same id, whatever its state; a waiting delivery is sent at once.
 * Throws AppError `webhook_not_found`, and `quota_exceeded` for a settled delivery when the quota of waiting messages
 * is used up.
 */
export async function redeliverWebhook(
  ctx: RequestContext,
  input: RedeliverWebhookInput,
): Promise<IdempotentResult<Redelivery>> {
  requireScope(ctx.caller, 'webhook:manage');
  return await runOnce<Redelivery>(ctx, {
    operation: 'redeliverWebhook',
    input,
    run: async (tx) => {
      tx.wakeWorker?.();
      return await redeliver(toWebhookContext(tx), input.deliveryId);
    },
    remember: ({ delivery }) => ({ deliveryId: delivery.id }),
    replay: replayDelivery,
  });
}

/** Returns the delivery of a repeated request. Throws AppError `webhook_not_found` once it was deleted. */
export async function replayDelivery(tx: RequestContext, outcome: unknown): Promise<Redelivery> {
  const { deliveryId } = outcomeSchema.parse(outcome);
  return { delivery: await getDelivery(toWebhookContext(tx), deliveryId) };
}

const outcomeSchema = z.object({ deliveryId: z.number() });

/** Schedules a delivery again in a transaction of a caller or an operator. */
export async function redeliver(context: WebhookContext, deliveryId: number): Promise<Redelivery> {
  const { db, serviceId } = context;
  const { endpointId } = await getDelivery(context, deliveryId);
  await lockEndpoint(context, endpointId);
  // The endpoint is locked, so the state cannot change after this read.
  const { state } = await getDelivery(context, deliveryId);
  if (state !== 'waiting') await reserveMessage(context);
  await resetDelivery(db, { serviceId, deliveryId });
  await queueSendingJobs(db, serviceId, [endpointId]);
  await auditWebhook(context, 'webhook_redelivered', { endpointId, deliveryId });
  return { delivery: await getDelivery(context, deliveryId) };
}

async function getDelivery(
  { db, serviceId }: WebhookContext,
  deliveryId: number,
): Promise<WebhookDelivery> {
  return (await findDelivery(db, { serviceId, deliveryId })) ?? throwWebhookNotFound();
}
