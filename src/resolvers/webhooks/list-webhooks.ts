import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { countDeliveries, listDeliveries } from '../../db/queries/webhooks/deliveries.ts';
import {
  countEndpoints,
  findEndpoint,
  listEndpoints,
} from '../../db/queries/webhooks/endpoints.ts';
import {
  WEBHOOK_ENDPOINTS_MAX,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../domain/events/webhook.ts';
import {
  type Connection,
  getReadPlan,
  toConnection,
  type Window,
} from '../../domain/shared/page.ts';
import { createCursorCodec } from '../common/cursor.ts';
import { type PageBounds, type PageInput, toWindow } from '../common/paging.ts';
import type { ListWebhookDeliveriesInput } from './inputs.ts';

export const ENDPOINT_PAGES: PageBounds = {
  sizeDefault: WEBHOOK_ENDPOINTS_MAX,
  sizeMax: WEBHOOK_ENDPOINTS_MAX,
};
export const DELIVERY_PAGES: PageBounds = { sizeDefault: 20, sizeMax: 100 };

const positionSchema = z.number();

/** Lists the endpoints of the service, by id. */
export async function listWebhookEndpoints(
  ctx: RequestContext,
  input: PageInput,
): Promise<Connection<WebhookEndpoint>> {
  const { serviceId } = requireScope(ctx.caller, 'webhook:manage');
  const codec = createCursorCodec(ctx, { name: 'webhook endpoints', positionSchema });
  const window = toWindow(input, ENDPOINT_PAGES, () => codec);
  const endpoints = (await listEndpoints(ctx.db, serviceId)).map((node) => ({
    node,
    position: node.id,
  }));
  return toConnection(selectPage(endpoints, window), window, codec.encode);
}

/** Counts the endpoints of the service. */
export async function countWebhookEndpoints(ctx: RequestContext): Promise<number> {
  const { serviceId } = requireScope(ctx.caller, 'webhook:manage');
  return await countEndpoints(ctx.db, serviceId);
}

/** Selects the rows of a page. */
function selectPage<Row extends { position: number }>(rows: Row[], window: Window<number>): Row[] {
  const { from, limit } = getReadPlan(window);
  const filtered = rows.filter(
    ({ position }) =>
      position > (window.after ?? 0) && position < (window.before ?? Number.MAX_SAFE_INTEGER),
  );
  return from === 'start' ? filtered.slice(0, limit) : filtered.slice(-limit);
}

/** Number up to which deliveries are counted. */
const COUNT_MAX = 10_000;

/** Counts the deliveries to an endpoint, up to 10,000. */
export async function countWebhookDeliveries(
  ctx: RequestContext,
  { endpointId, state }: ListWebhookDeliveriesInput,
): Promise<number> {
  const { serviceId } = requireScope(ctx.caller, 'webhook:manage');
  const query = { state: state ?? null, max: COUNT_MAX };
  return await countDeliveries(ctx.db, { serviceId, endpointId }, query);
}

/** Lists the deliveries to an endpoint, newest first; undefined when the service has no such endpoint. */
export async function listWebhookDeliveries(
  ctx: RequestContext,
  input: ListWebhookDeliveriesInput,
): Promise<Connection<WebhookDelivery> | undefined> {
  const { serviceId } = requireScope(ctx.caller, 'webhook:manage');
  const { endpointId } = input;
  const state = input.state ?? null;
  const name = `webhook deliveries of ${endpointId} ${state ?? ''}`;
  const codec = createCursorCodec(ctx, { name, positionSchema });
  const window = toWindow(input, DELIVERY_PAGES, () => codec);
  const key = { serviceId, endpointId };
  const endpoint = await findEndpoint(ctx.db, key, { lock: false });
  if (endpoint === undefined) return undefined;
  const rows = await listDeliveries(ctx.db, key, { window, state });
  const positionedRows = rows.map((node) => ({ node, position: node.id }));
  return toConnection(positionedRows, window, codec.encode);
}
