import { randomUUID } from 'node:crypto';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { findMessage } from '../../db/queries/webhooks/deliveries.ts';
import { insertDeliveries, queueSending } from '../../db/queries/webhooks/fan-out.ts';
import { createTestMessage } from '../../domain/events/webhook.ts';
import { invalidAt } from '../../errors.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { audit, deskOf, holdEndpoint, type WebhookDesk, webhookNotFound } from './desk.ts';
import { holdMessageQuota } from './hold-message-quota.ts';
import type { WebhookEndpointInput } from './inputs.ts';
import { type Redelivery, showDelivery } from './redeliver.ts';

/**
 * Sends an endpoint a message of the type webhook.test. Throws AppError `webhook_not_found`, `invalid_input` for a disabled
 * endpoint, and `quota_exceeded` where as many messages of the service wait as its quota allows.
 */
export async function testWebhookEndpoint(
  ctx: RequestContext,
  input: WebhookEndpointInput,
): Promise<Once<Redelivery>> {
  requireScope(ctx.caller, 'webhook:manage');
  const { idempotencyKey, ...request } = input;
  return await runOnce<Redelivery>(ctx, {
    operation: 'testWebhookEndpoint',
    key: idempotencyKey,
    input: request,
    run: async (tx) => {
      tx.wakeWorker?.();
      return await testEndpoint(deskOf(tx), input.endpointId);
    },
    remember: ({ delivery }) => ({ deliveryId: delivery.id }),
    replay: showDelivery,
  });
}

/** The same at a desk. */
export async function testEndpoint(desk: WebhookDesk, endpointId: number): Promise<Redelivery> {
  const { db, serviceId } = desk;
  const { disabledReason } = await holdEndpoint(desk, endpointId);
  if (disabledReason !== null)
    throw invalidAt(['endpointId'], 'The endpoint is disabled: enable it before the test');
  await holdMessageQuota(desk);
  const message = createTestMessage(`test_${randomUUID()}`, new Date());
  await insertDeliveries(db, serviceId, [{ ...message, endpointId }]);
  await queueSending(db, serviceId, [endpointId]);
  await audit(desk, 'webhook_tested', { endpointId });
  const delivery = await findMessage(db, { serviceId, endpointId }, message.messageId);
  return { delivery: delivery ?? webhookNotFound() };
}
