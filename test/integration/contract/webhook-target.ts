import type { Db } from '../../../src/db/client.ts';
import { at } from '../../support/clients/graphql.ts';
import type { Target } from './samples.ts';

export type WebhookTarget = Pick<Target, 'endpointId' | 'deliveryId'>;

/** What of webhooks there is where a sample is not about them. */
export const NO_WEBHOOK: WebhookTarget = { endpointId: 0, deliveryId: 0 };

type Ask = (query: string) => Promise<unknown>;

/** An endpoint with one delivery, in the place of those that the service had: it may have few. */
export async function makeWebhookTarget(
  db: Db,
  serviceId: number,
  ask: Ask,
): Promise<WebhookTarget> {
  await db.deleteFrom('webhook_endpoints').where('service_id', '=', serviceId).execute();
  const endpointId = await addEndpoint(ask, 'https://hooks.example/b');
  return { endpointId, deliveryId: await addDelivery(ask, endpointId) };
}

/** Returns its id. */
export async function addDelivery(ask: Ask, endpointId: number): Promise<number> {
  const tested = await ask(`mutation { testWebhookEndpoint(input: { endpointId: ${endpointId} }) {
    ... on TestWebhookEndpointPayload { delivery { databaseId } } } }`);
  return Number(at(tested, 'data', 'testWebhookEndpoint', 'delivery', 'databaseId'));
}

/** Answers its id. */
export async function addEndpoint(ask: Ask, url: string): Promise<number> {
  const added = await ask(`mutation { addWebhookEndpoint(input: {
    url: "${url}", eventTypes: [BUSINESS_UPSERTED] }) {
    ... on AddWebhookEndpointPayload { endpoint { databaseId } } } }`);
  return Number(at(added, 'data', 'addWebhookEndpoint', 'endpoint', 'databaseId'));
}

/** So many endpoints, with a word in the URL of each. */
export async function addEndpoints(ask: Ask, word: string, count: number): Promise<void> {
  for (let id = 1; id <= count; id += 1) await addEndpoint(ask, `https://${word}.example/${id}`);
}
