import type { Db } from '../../db/client.ts';
import { listDeliveries } from '../../db/queries/webhooks/deliveries.ts';
import { findEndpoint, listEndpoints } from '../../db/queries/webhooks/endpoints.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type {
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEndpoint,
} from '../../domain/events/webhook.ts';
import { AppError, OperatorError } from '../../errors.ts';
import { getServiceId } from '../service/get-service-id.ts';
import type { EndpointDesk } from './desk.ts';

/** What an operator's command has at hand. */
export type OperatorTools = Pick<EndpointDesk, 'vault' | 'checkUrl' | 'makeSecret'> & {
  db: Db;
  /** The service, by name. */
  service: string;
};

/**
 * Changes a service's webhooks for an operator, in one transaction. Throws OperatorError for a service that there is not
 * and for whatever the change refuses.
 */
export async function atOperatorDesk<T>(
  { db, service, ...tools }: OperatorTools,
  work: (desk: EndpointDesk) => Promise<T>,
): Promise<T> {
  const actor = { userId: null, apiKeyId: null, requestId: null };
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceId(tx, service);
    return await work({ ...tools, db: tx, serviceId, actor, messagesMax: null });
  }).catch(tell);
}

/** The endpoints of a service, by id; throws OperatorError for a service that there is not. */
export async function listEndpointsOf(db: Db, service: string): Promise<WebhookEndpoint[]> {
  return await listEndpoints(db, await getServiceId(db, service));
}

export type DeliveriesOf = {
  service: string;
  endpointId: number;
  state: WebhookDeliveryState | undefined;
  max: number;
};

/** Up to `max` deliveries to an endpoint, the newest first; throws OperatorError where there is no such endpoint. */
export async function listDeliveriesOf(
  db: Db,
  { service, endpointId, state, max }: DeliveriesOf,
): Promise<WebhookDelivery[]> {
  const key = { serviceId: await getServiceId(db, service), endpointId };
  if ((await findEndpoint(db, key, { lock: false })) === undefined)
    throw new OperatorError('The service has no such webhook endpoint or delivery.');
  const window = { first: max, last: null, after: null, before: null };
  return (await listDeliveries(db, key, { window, state: state ?? null })).slice(0, max);
}

function tell(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`);
  throw new OperatorError(faults.length > 0 ? faults.join(' ') : error.message, { cause: error });
}
