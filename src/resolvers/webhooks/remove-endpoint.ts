import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { deleteEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import type { WebhookEndpointInput } from './inputs.ts';
import {
  auditWebhook,
  lockEndpoint,
  toWebhookContext,
  type WebhookContext,
} from './webhook-context.ts';

export type RemovedEndpoint = { endpointId: number };

/** Deletes an endpoint with its secrets and deliveries. Throws AppError `webhook_not_found`. */
export async function removeWebhookEndpoint(
  ctx: RequestContext,
  input: WebhookEndpointInput,
): Promise<IdempotentResult<RemovedEndpoint>> {
  requireScope(ctx.caller, 'webhook:manage');
  const { endpointId } = input;
  return await runOnce<RemovedEndpoint>(ctx, {
    operation: 'removeWebhookEndpoint',
    input,
    run: async (tx) => await removeEndpoint(toWebhookContext(tx), endpointId),
    remember: () => ({}),
    replay: async () => await Promise.resolve({ endpointId }),
  });
}

/** Deletes an endpoint in a transaction of a caller or an operator. */
export async function removeEndpoint(
  context: WebhookContext,
  endpointId: number,
): Promise<RemovedEndpoint> {
  await lockEndpoint(context, endpointId);
  await deleteEndpoint(context.db, { serviceId: context.serviceId, endpointId });
  await auditWebhook(context, 'webhook_endpoint_removed', { endpointId });
  return { endpointId };
}
