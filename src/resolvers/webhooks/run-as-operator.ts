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
import type { EndpointContext } from './webhook-context.ts';

/** Database, vault and service of an operator's command. */
export type OperatorContext = Pick<EndpointContext, 'vault' | 'checkUrl' | 'makeSecret'> & {
  db: Db;
  /** Name of the service. */
  service: string;
};

/**
 * Runs a change of a service's webhooks for an operator, in one transaction. Throws OperatorError for an unknown
 * service and for any AppError of the change.
 */
export async function runAsOperator<T>(
  { db, service, ...dependencies }: OperatorContext,
  work: (context: EndpointContext) => Promise<T>,
): Promise<T> {
  const actor = { userId: null, apiKeyId: null, requestId: null };
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceId(tx, service);
    return await work({ ...dependencies, db: tx, serviceId, actor, messagesMax: null });
  }).catch(throwOperatorError);
}

/** Lists the endpoints of a service, by id. Throws OperatorError for an unknown service. */
export async function listEndpointsOfService(db: Db, service: string): Promise<WebhookEndpoint[]> {
  return await listEndpoints(db, await getServiceId(db, service));
}

export type DeliveriesQuery = {
  service: string;
  endpointId: number;
  state: WebhookDeliveryState | undefined;
  max: number;
};

/**
 * Lists up to `max` deliveries to an endpoint, newest first. Throws OperatorError for an unknown service or endpoint.
 */
export async function listDeliveriesOfService(
  db: Db,
  { service, endpointId, state, max }: DeliveriesQuery,
): Promise<WebhookDelivery[]> {
  const key = { serviceId: await getServiceId(db, service), endpointId };
  if ((await findEndpoint(db, key, { lock: false })) === undefined)
    throw new OperatorError('The service has no such webhook endpoint or delivery.');
  const window = { first: max, last: null, after: null, before: null };
  // The query reads one more row, to detect a next page.
  return (await listDeliveries(db, key, { window, state: state ?? null })).slice(0, max);
}

function throwOperatorError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const messages = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`);
  throw new OperatorError(messages.length > 0 ? messages.join(' ') : error.message, {
    cause: error,
  });
}
