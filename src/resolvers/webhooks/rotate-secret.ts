import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { replaceSecret } from '../../db/queries/webhooks/endpoints.ts';
import { OVERLAP_HOURS_DEFAULT } from '../../domain/events/webhook.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { type EndpointWithSecret, showAgain } from './add-endpoint.ts';
import { audit, endpointDeskOf, holdEndpoint, type SecretDesk } from './desk.ts';
import type { RotateWebhookSecretInput } from './inputs.ts';
import { sealSecret } from './secrets.ts';

/**
 * Gives an endpoint another secret. The one before signs too for `overlapHours`; one that was before that no more. Throws
 * AppError `webhook_not_found`.
 */
export async function rotateWebhookSecret(
  ctx: RequestContext,
  input: RotateWebhookSecretInput,
): Promise<Once<EndpointWithSecret>> {
  requireScope(ctx.caller, 'webhook:manage');
  const { idempotencyKey, ...request } = input;
  return await runOnce<EndpointWithSecret>(ctx, {
    operation: 'rotateWebhookSecret',
    key: idempotencyKey,
    input: request,
    run: async (tx) => await rotateSecret(endpointDeskOf(tx), input),
    remember: ({ endpoint }) => ({ endpointId: endpoint.id }),
    replay: async (tx, outcome) => await showAgain(tx, outcome),
  });
}

/** The same at a desk. */
export async function rotateSecret(
  desk: SecretDesk,
  { endpointId, overlapHours }: Omit<RotateWebhookSecretInput, 'idempotencyKey'>,
): Promise<EndpointWithSecret & { secret: string }> {
  await holdEndpoint(desk, endpointId);
  const secret = desk.makeSecret();
  const sealed = await sealSecret(desk, endpointId, secret);
  const overlap = overlapHours ?? OVERLAP_HOURS_DEFAULT;
  const key = { serviceId: desk.serviceId, endpointId };
  await replaceSecret(desk.db, key, { sealed, overlapHours: overlap });
  await audit(desk, 'webhook_secret_rotated', { endpointId, overlapHours: overlap });
  return { endpoint: await holdEndpoint(desk, endpointId), secret };
}
