import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { replaceSecret } from '../../db/queries/webhooks/endpoints.ts';
import { OVERLAP_HOURS_DEFAULT } from '../../domain/events/webhook.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { type EndpointWithSecret, replayEndpoint } from './add-endpoint.ts';
import type { RotateWebhookSecretInput } from './inputs.ts';
import { encryptSecret } from './secrets.ts';
import {
  auditWebhook,
  lockEndpoint,
  type SecretContext,
  toEndpointContext,
} from './webhook-context.ts';

/**
 * Replaces the signing secret of an endpoint. The previous secret signs as well for `overlapHours`; older secrets stop.
 * Throws AppError `webhook_not_found`.
 */
export async function rotateWebhookSecret(
  ctx: RequestContext,
  input: RotateWebhookSecretInput,
): Promise<IdempotentResult<EndpointWithSecret>> {
  requireScope(ctx.caller, 'webhook:manage');
  return await runOnce<EndpointWithSecret>(ctx, {
    operation: 'rotateWebhookSecret',
    input,
    run: async (tx) => await rotateSecret(toEndpointContext(tx), input),
    remember: ({ endpoint }) => ({ endpointId: endpoint.id }),
    replay: async (tx, outcome) => await replayEndpoint(tx, outcome),
  });
}

/** Replaces the signing secret in a transaction of a caller or an operator. */
export async function rotateSecret(
  context: SecretContext,
  { endpointId, overlapHours }: Omit<RotateWebhookSecretInput, 'idempotencyKey'>,
): Promise<EndpointWithSecret & { secret: string }> {
  await lockEndpoint(context, endpointId);
  const secret = context.makeSecret();
  const sealed = await encryptSecret(context, endpointId, secret);
  const overlap = overlapHours ?? OVERLAP_HOURS_DEFAULT;
  const key = { serviceId: context.serviceId, endpointId };
  await replaceSecret(context.db, key, { sealed, overlapHours: overlap });
  await auditWebhook(context, 'webhook_secret_rotated', { endpointId, overlapHours: overlap });
  return { endpoint: await lockEndpoint(context, endpointId), secret };
}
