import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { disableEndpoint, enableEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import { queueSendingJobs } from '../../db/queries/webhooks/fan-out.ts';
import type { WebhookEndpoint } from '../../domain/events/webhook.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import type { WebhookEndpointInput } from './inputs.ts';
import {
  auditWebhook,
  lockEndpoint,
  toWebhookContext,
  type WebhookContext,
} from './webhook-context.ts';

/**
 * Enabled endpoint. `missedEvents` is the number of events deleted before they could be sent, after waiting over 7
 * days.
 */
export type EnabledEndpoint = { endpoint: WebhookEndpoint; missedEvents: number };

/**
 * Enables an endpoint, which continues from its position. An enabled endpoint does not change, but an audit event is
 * recorded. Throws AppError `webhook_not_found`.
 */
export async function enableWebhookEndpoint(
  ctx: RequestContext,
  input: WebhookEndpointInput,
): Promise<IdempotentResult<EnabledEndpoint>> {
  requireScope(ctx.caller, 'webhook:manage');
  const enabled = await runOnce<EnabledEndpoint>(ctx, {
    operation: 'enableWebhookEndpoint',
    input,
    run: async (tx) => {
      tx.wakeWorker?.();
      return await enable(toWebhookContext(tx), input.endpointId);
    },
    remember: ({ missedEvents }) => ({ missedEvents }),
    replay: async (tx, outcome) => ({
      endpoint: await lockEndpoint(toWebhookContext(tx), input.endpointId),
      ...outcomeSchema.parse(outcome),
    }),
  });
  return enabled;
}

const outcomeSchema = z.object({ missedEvents: z.number() });

/** Enables an endpoint in a transaction of a caller or an operator. */
export async function enable(
  context: WebhookContext,
  endpointId: number,
): Promise<EnabledEndpoint> {
  const locked = await lockEndpoint(context, endpointId);
  const { db, serviceId } = context;
  const isDisabled = locked.disabledReason !== null;
  const missedEvents = isDisabled ? await enableEndpoint(db, { serviceId, endpointId }) : 0;
  await queueSendingJobs(db, serviceId, [endpointId]);
  await auditWebhook(context, 'webhook_endpoint_enabled', { endpointId, missedEvents });
  return { endpoint: await lockEndpoint(context, endpointId), missedEvents };
}

export type DisabledEndpoint = { endpoint: WebhookEndpoint };

/**
 * Disables an endpoint; waiting deliveries are kept for 7 days. A disabled endpoint keeps its reason, but an audit
 * event is recorded. Throws AppError `webhook_not_found`.
 */
export async function disableWebhookEndpoint(
  ctx: RequestContext,
  input: WebhookEndpointInput,
): Promise<IdempotentResult<DisabledEndpoint>> {
  requireScope(ctx.caller, 'webhook:manage');
  return await runOnce<DisabledEndpoint>(ctx, {
    operation: 'disableWebhookEndpoint',
    input,
    run: async (tx) => await disable(toWebhookContext(tx), input.endpointId),
    remember: () => ({}),
    replay: async (tx) => ({
      endpoint: await lockEndpoint(toWebhookContext(tx), input.endpointId),
    }),
  });
}

/** Disables an endpoint in a transaction of a caller or an operator. */
export async function disable(
  context: WebhookContext,
  endpointId: number,
): Promise<DisabledEndpoint> {
  await lockEndpoint(context, endpointId);
  const key = { serviceId: context.serviceId, endpointId };
  await disableEndpoint(context.db, key, 'asked');
  await auditWebhook(context, 'webhook_endpoint_disabled', { endpointId, reason: 'asked' });
  return { endpoint: await lockEndpoint(context, endpointId) };
}
