import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { disableEndpoint, enableEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import { queueSendingJobs } from '../../db/queries/webhooks/fan-out.ts';
import type { WebhookEndpoint } from '../../domain/events/webhook.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { audit, deskOf, holdEndpoint, type WebhookDesk } from './desk.ts';
import type { WebhookEndpointInput } from './inputs.ts';

/** `missedEvents`: how many were deleted before they could be sent, having waited over 7 days. */
export type EnabledEndpoint = { endpoint: WebhookEndpoint; missedEvents: number };

/**
 * Has an endpoint sent events again, from where it stopped; changes nothing of one that is enabled. Throws AppError
 * `webhook_not_found`.
 */
export async function enableWebhookEndpoint(
  ctx: RequestContext,
  input: WebhookEndpointInput,
): Promise<Once<EnabledEndpoint>> {
  requireScope(ctx.caller, 'webhook:manage');
  const { idempotencyKey, ...request } = input;
  const enabled = await runOnce<EnabledEndpoint>(ctx, {
    operation: 'enableWebhookEndpoint',
    key: idempotencyKey,
    input: request,
    run: async (tx) => {
      tx.wakeWorker?.();
      return await enable(deskOf(tx), input.endpointId);
    },
    remember: ({ missedEvents }) => ({ missedEvents }),
    replay: async (tx, outcome) => ({
      endpoint: await holdEndpoint(deskOf(tx), input.endpointId),
      ...outcomeSchema.parse(outcome),
    }),
  });
  return enabled;
}

const outcomeSchema = z.object({ missedEvents: z.number() });

/** The same at a desk. */
export async function enable(desk: WebhookDesk, endpointId: number): Promise<EnabledEndpoint> {
  const held = await holdEndpoint(desk, endpointId);
  const { db, serviceId } = desk;
  const isDisabled = held.disabledReason !== null;
  const missedEvents = isDisabled ? await enableEndpoint(db, { serviceId, endpointId }) : 0;
  await queueSendingJobs(db, serviceId, [endpointId]);
  await audit(desk, 'webhook_endpoint_enabled', { endpointId, missedEvents });
  return { endpoint: await holdEndpoint(desk, endpointId), missedEvents };
}

export type DisabledEndpoint = { endpoint: WebhookEndpoint };

/** Sends an endpoint nothing more; what waits for it is kept for 7 days. Throws AppError `webhook_not_found`. */
export async function disableWebhookEndpoint(
  ctx: RequestContext,
  input: WebhookEndpointInput,
): Promise<Once<DisabledEndpoint>> {
  requireScope(ctx.caller, 'webhook:manage');
  const { idempotencyKey, ...request } = input;
  return await runOnce<DisabledEndpoint>(ctx, {
    operation: 'disableWebhookEndpoint',
    key: idempotencyKey,
    input: request,
    run: async (tx) => await disable(deskOf(tx), input.endpointId),
    remember: () => ({}),
    replay: async (tx) => ({ endpoint: await holdEndpoint(deskOf(tx), input.endpointId) }),
  });
}

/** The same at a desk. */
export async function disable(desk: WebhookDesk, endpointId: number): Promise<DisabledEndpoint> {
  await holdEndpoint(desk, endpointId);
  const key = { serviceId: desk.serviceId, endpointId };
  await disableEndpoint(desk.db, key, 'asked');
  await audit(desk, 'webhook_endpoint_disabled', { endpointId, reason: 'asked' });
  return { endpoint: await holdEndpoint(desk, endpointId) };
}
