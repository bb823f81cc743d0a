import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';
import { publishCommitted } from '../../db/queries/records/publish-committed.ts';
import { countEndpoints, insertEndpoint } from '../../db/queries/webhooks/endpoints.ts';
import { WEBHOOK_ENDPOINTS_MAX, type WebhookEndpoint } from '../../domain/events/webhook.ts';
import { invalidAt } from '../../errors.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { audit, deskOf, type EndpointDesk, endpointDeskOf, holdEndpoint } from './desk.ts';
import type { AddWebhookEndpointInput } from './inputs.ts';
import { sealSecret } from './secrets.ts';

/** `secret` is shown this once: null where the answer is a replayed one. */
export type EndpointWithSecret = { endpoint: WebhookEndpoint; secret: string | null };

/**
 * Has a service told of events from now on. Throws AppError `invalid_input` for a URL that may not be called and for more
 * than 10 endpoints; `webhook_not_found` for a request that is sent again when its endpoint was removed since.
 */
export async function addWebhookEndpoint(
  ctx: RequestContext,
  input: AddWebhookEndpointInput,
): Promise<Once<EndpointWithSecret>> {
  requireScope(ctx.caller, 'webhook:manage');
  const { idempotencyKey, ...request } = input;
  return await runOnce<EndpointWithSecret>(ctx, {
    operation: 'addWebhookEndpoint',
    key: idempotencyKey,
    input: request,
    run: async (tx) => await addEndpoint(endpointDeskOf(tx), input),
    remember: ({ endpoint }) => ({ endpointId: endpoint.id }),
    replay: async (tx, outcome) => await showAgain(tx, outcome),
  });
}

/** The answer to a request that made or changed a secret before. */
export async function showAgain(tx: RequestContext, outcome: unknown): Promise<EndpointWithSecret> {
  const { endpointId } = outcomeSchema.parse(outcome);
  return { endpoint: await holdEndpoint(deskOf(tx), endpointId), secret: null };
}

const outcomeSchema = z.object({ endpointId: z.number() });

/** The same at a desk. */
export async function addEndpoint(
  desk: EndpointDesk,
  { url, eventTypes }: Omit<AddWebhookEndpointInput, 'idempotencyKey'>,
): Promise<EndpointWithSecret & { secret: string }> {
  // Stored as it is called, in ASCII.
  const href = URL.canParse(url) ? new URL(url).href : url;
  const fault = desk.checkUrl(url) ?? desk.checkUrl(href);
  if (fault !== undefined) throw invalidAt(['url'], fault.message, fault.code);
  const { db, serviceId } = desk;
  // The counter is held from here on, so that of two at once one counts the other.
  const endpointId = await allocateIds(db, { serviceId, kind: 'webhook_endpoint', count: 1 });
  if ((await countEndpoints(db, serviceId)) >= WEBHOOK_ENDPOINTS_MAX)
    throw invalidAt(
      ['url'],
      `A service has at most ${WEBHOOK_ENDPOINTS_MAX} endpoints`,
      'too_many',
    );
  const secret = desk.makeSecret();
  const sealedSecret = await sealSecret(desk, endpointId, secret);
  await publishCommitted(db, serviceId);
  await insertEndpoint(db, { serviceId, endpointId, url: href, eventTypes, sealedSecret });
  await audit(desk, 'webhook_endpoint_added', { endpointId, eventTypes });
  return { endpoint: await holdEndpoint(desk, endpointId), secret };
}
