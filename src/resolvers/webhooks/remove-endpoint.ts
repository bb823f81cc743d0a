import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { deleteEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { audit, deskOf, holdEndpoint, type WebhookDesk } from './desk.ts';
import type { WebhookEndpointInput } from './inputs.ts';

export type RemovedEndpoint = { endpointId: number };

/** Deletes an endpoint with its secrets and deliveries. Throws AppError `webhook_not_found`. */
export async function removeWebhookEndpoint(
  ctx: RequestContext,
  input: WebhookEndpointInput,
): Promise<Once<RemovedEndpoint>> {
  requireScope(ctx.caller, 'webhook:manage');
  const { idempotencyKey, ...request } = input;
  const { endpointId } = input;
  return await runOnce<RemovedEndpoint>(ctx, {
    operation: 'removeWebhookEndpoint',
    key: idempotencyKey,
    input: request,
    run: async (tx) => await removeEndpoint(deskOf(tx), endpointId),
    remember: () => ({}),
    replay: async () => await Promise.resolve({ endpointId }),
  });
}

/** The same at a desk. */
export async function removeEndpoint(
  desk: WebhookDesk,
  endpointId: number,
): Promise<RemovedEndpoint> {
  await holdEndpoint(desk, endpointId);
  await deleteEndpoint(desk.db, { serviceId: desk.serviceId, endpointId });
  await audit(desk, 'webhook_endpoint_removed', { endpointId });
  return { endpointId };
}
