import { randomUUID } from 'node:crypto';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { findMessage } from '../../db/queries/webhooks/deliveries.ts';
import { insertDeliveries, queueSendingJobs } from '../../db/queries/webhooks/fan-out.ts';
import { createTestMessage } from '../../domain/events/webhook.ts';
import { invalidAt } from '../../errors.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import type { WebhookEndpointInput } from './inputs.ts';
import { type Redelivery, replayDelivery } from './redeliver.ts';
import { reserveMessage } from './reserve-message.ts';
import {
  auditWebhook,
  lockEndpoint,
  throwWebhookNotFound,
  toWebhookContext,
  type WebhookContext,
} from './webhook-context.ts';

/**
 * Sends a message of the type webhook.test to an endpoint. Throws AppError `webhook_not_found`, `invalid_input` for a
 * disabled endpoint, and `quota_exceeded` when the quota of waiting messages is used up.
 */
export async function testWebhookEndpoint(
  ctx: RequestContext,
  input: WebhookEndpointInput,
): Promise<IdempotentResult<Redelivery>> {
  requireScope(ctx.caller, 'webhook:manage');
  return await runOnce<Redelivery>(ctx, {
    operation: 'testWebhookEndpoint',
    input,
    run: async (tx) => {
      tx.wakeWorker?.();
      return await testEndpoint(toWebhookContext(tx), input.endpointId);
    },
    remember: ({ delivery }) => ({ deliveryId: delivery.id }),
    replay: replayDelivery,
  });
}

/** Sends a test message in a transaction of a caller or an operator. */
export async function testEndpoint(
  context: WebhookContext,
  endpointId: number,
): Promise<Redelivery> {
  const { db, serviceId } = context;
  const { disabledReason } = await lockEndpoint(context, endpointId);
  if (disabledReason !== null)
    throw invalidAt(['endpointId'], 'The endpoint is disabled: enable it before the test');
  await reserveMessage(context);
  const message = createTestMessage(`test_${randomUUID()}`, new Date());
  await insertDeliveries(db, serviceId, [{ ...message, endpointId }]);
  await queueSendingJobs(db, serviceId, [endpointId]);
  await auditWebhook(context, 'webhook_tested', { endpointId });
  const delivery = await findMessage(db, { serviceId, endpointId }, message.messageId);
  return { delivery: delivery ?? throwWebhookNotFound() };
}
