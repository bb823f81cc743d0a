import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { findDelivery, resetDelivery } from '../../db/queries/webhooks/deliveries.ts';
import { queueSendingJobs } from '../../db/queries/webhooks/fan-out.ts';
import type { WebhookDelivery } from '../../domain/events/webhook.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { audit, deskOf, holdEndpoint, type WebhookDesk, webhookNotFound } from './desk.ts';
import { holdMessageQuota } from './hold-message-quota.ts';
import type { RedeliverWebhookInput } from './inputs.ts';

export type Redelivery = { delivery: WebhookDelivery };

/**
 * Sends a delivery again with the same id, whatever became of it; of one that waits the next attempt comes at once. Throws
 * AppError `webhook_not_found`, and `quota_exceeded` for a settled delivery where as many messages wait as the quota allows.
 */
export async function redeliverWebhook(
  ctx: RequestContext,
  input: RedeliverWebhookInput,
): Promise<Once<Redelivery>> {
  requireScope(ctx.caller, 'webhook:manage');
  const { idempotencyKey, ...request } = input;
  return await runOnce<Redelivery>(ctx, {
    operation: 'redeliverWebhook',
    key: idempotencyKey,
    input: request,
    run: async (tx) => {
      tx.wakeWorker?.();
      return await redeliver(deskOf(tx), input.deliveryId);
    },
    remember: ({ delivery }) => ({ deliveryId: delivery.id }),
    replay: showDelivery,
  });
}

/** The answer to a request that had something sent before; throws AppError `webhook_not_found` once that is forgotten. */
export async function showDelivery(tx: RequestContext, outcome: unknown): Promise<Redelivery> {
  const { deliveryId } = outcomeSchema.parse(outcome);
  return { delivery: await getDelivery(deskOf(tx), deliveryId) };
}

const outcomeSchema = z.object({ deliveryId: z.number() });

/** The same at a desk. */
export async function redeliver(desk: WebhookDesk, deliveryId: number): Promise<Redelivery> {
  const { db, serviceId } = desk;
  const { endpointId } = await getDelivery(desk, deliveryId);
  await holdEndpoint(desk, endpointId);
  // The endpoint is held, so that the state stays as it is read here.
  const { state } = await getDelivery(desk, deliveryId);
  if (state !== 'waiting') await holdMessageQuota(desk);
  await resetDelivery(db, { serviceId, deliveryId });
  await queueSendingJobs(db, serviceId, [endpointId]);
  await audit(desk, 'webhook_redelivered', { endpointId, deliveryId });
  return { delivery: await getDelivery(desk, deliveryId) };
}

async function getDelivery(
  { db, serviceId }: WebhookDesk,
  deliveryId: number,
): Promise<WebhookDelivery> {
  return (await findDelivery(db, { serviceId, deliveryId })) ?? webhookNotFound();
}
