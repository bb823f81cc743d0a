import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { publishCommitted } from '../../db/queries/records/publish-committed.ts';
import { countEndpoints, insertEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import { WEBHOOK_ENDPOINTS_MAX, type WebhookEndpoint } from '../../domain/events/webhook.ts';
import { invalidAt } from '../../errors.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import type { AddWebhookEndpointInput } from './inputs.ts';
import { encryptSecret } from './secrets.ts';
import {
  auditWebhook,
  type EndpointContext,
  lockEndpoint,
  toEndpointContext,
  toWebhookContext,
} from './webhook-context.ts';

/** Endpoint with its signing secret, which is returned only once: null when the result is replayed. */
export type EndpointWithSecret = { endpoint: WebhookEndpoint; secret: string | null };

/**
 * Adds a webhook endpoint that receives events from now on. Throws AppError `invalid_input` for a URL that may not be
 * called and for more than 10 endpoints, and `webhook_not_found` when a request is repeated after its endpoint was
 * removed.
 */
export async function addWebhookEndpoint(
  ctx: RequestContext,
  input: AddWebhookEndpointInput,
): Promise<IdempotentResult<EndpointWithSecret>> {
  requireScope(ctx.caller, 'webhook:manage');
  return await runOnce<EndpointWithSecret>(ctx, {
    operation: 'addWebhookEndpoint',
    input,
    run: async (tx) => await addEndpoint(toEndpointContext(tx), input),
    remember: ({ endpoint }) => ({ endpointId: endpoint.id }),
    replay: async (tx, outcome) => await replayEndpoint(tx, outcome),
  });
}

/** Returns the endpoint of a repeated request, without its secret. */
export async function replayEndpoint(
  tx: RequestContext,
  outcome: unknown,
): Promise<EndpointWithSecret> {
  const { endpointId } = outcomeSchema.parse(outcome);
  return { endpoint: await lockEndpoint(toWebhookContext(tx), endpointId), secret: null };
}

const outcomeSchema = z.object({ endpointId: z.number() });

/** Adds a webhook endpoint in the transaction of a caller or an operator. Throws AppError `invalid_input`. */
export async function addEndpoint(
  context: EndpointContext,
  { url, eventTypes }: Omit<AddWebhookEndpointInput, 'idempotencyKey'>,
): Promise<EndpointWithSecret & { secret: string }> {
  // The normalized URL, in ASCII, is the one that is called.
  const href = URL.canParse(url) ? new URL(url).href : url;
  const issue = context.checkUrl(url) ?? context.checkUrl(href);
  if (issue !== undefined) throw invalidAt(['url'], issue.message, issue.code);
  const { db, serviceId } = context;
  // Locks the counter, so that concurrent additions are counted.
  const endpointId = await allocateIds(db, { serviceId, kind: 'webhook_endpoint', count: 1 });
  if ((await countEndpoints(db, serviceId)) >= WEBHOOK_ENDPOINTS_MAX)
    throw invalidAt(
      ['url'],
      `A service has at most ${WEBHOOK_ENDPOINTS_MAX} endpoints`,
      'too_many',
    );
  const secret = context.makeSecret();
  const sealedSecret = await encryptSecret(context, endpointId, secret);
  // The endpoint receives the events after the last published one, so earlier commits are published first.
  await publishCommitted(db, serviceId);
  await insertEndpoint(db, { serviceId, endpointId, url: href, eventTypes, sealedSecret });
  await auditWebhook(context, 'webhook_endpoint_added', { endpointId, eventTypes });
  return { endpoint: await lockEndpoint(context, endpointId), secret };
}
