import type { Db } from '../../db/client.ts';
import { listEventsAfter } from '../../db/queries/records/business-events.ts';
import { publishEvents } from '../../db/queries/records/event-streams.ts';
import {
  type FanOutEndpoint,
  insertDeliveries,
  listServicesBehind,
  lockFanOutEndpoints,
  queueSendingJobs,
  SERVICES_MAX,
  saveFanOutPositions,
} from '../../db/queries/webhooks/fan-out.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type { BusinessEvent } from '../../domain/events/business-event.ts';
import { toWebhookMessage } from '../../domain/events/webhook.ts';
import { withinService } from '../../runtime/work-scope.ts';
import { disableAutomatically } from './disable-automatically.ts';

/** Maximum number of events of one service that become deliveries in one transaction. */
const EVENTS_PER_PAGE = 500;

export type FanOutResult = {
  /** True when deliveries are due now. */
  isQueued: boolean;
  /** True when more events are waiting to become deliveries. */
  hasMore: boolean;
};

/**
 * Creates deliveries for new events, in the order of their positions, and stores the new position of each endpoint in
 * the same transaction, so that each event is delivered once. Concurrent processes are safe. Without an enabled
 * endpoint it runs one statement, which returns no rows.
 */
export async function fanOutWebhooks(db: Db): Promise<FanOutResult> {
  const servicesBehind = await listServicesBehind(db);
  // For a service with its first event, the first round creates the stream and the second fills it.
  const unpublished = servicesBehind
    .filter((service) => service.isUnpublished)
    .map((service) => service.serviceId);
  if (unpublished.length > 0) {
    await publishEvents(db, unpublished);
    await publishEvents(db, unpublished);
  }
  const result: FanOutResult = { isQueued: false, hasMore: false };
  for (const { serviceId } of servicesBehind) {
    const { isQueued, hasMore } = await withinService(
      serviceId,
      async () => await fanOutService(db, serviceId),
    );
    result.isQueued ||= isQueued;
    result.hasMore ||= hasMore || (isQueued && servicesBehind.length === SERVICES_MAX);
  }
  return result;
}

async function fanOutService(db: Db, serviceId: number): Promise<FanOutResult> {
  return await runInTransaction(db, async (tx) => {
    const endpoints = (await lockFanOutEndpoints(tx, serviceId)).filter(
      (endpoint) => endpoint.hasRoom,
    );
    if (endpoints.length === 0) return { isQueued: false, hasMore: false };
    const position = Math.min(...endpoints.map((endpoint) => endpoint.position));
    const events = await listEventsAfter(tx, { serviceId, position }, EVENTS_PER_PAGE);
    const last = events.at(-1)?.position ?? 0;
    const [lagging, unaffected] = splitByLoss(endpoints, events);
    for (const { endpointId } of lagging)
      await disableAutomatically(tx, { serviceId, endpointId }, 'fell_behind');
    const advancing = unaffected.filter((endpoint) => endpoint.position < last);
    const deliveries = advancing.flatMap((endpoint) => toDeliveries(endpoint, events));
    if (deliveries.length > 0) await insertDeliveries(tx, serviceId, deliveries);
    if (advancing.length > 0)
      await saveFanOutPositions(
        tx,
        serviceId,
        advancing.map(({ endpointId }) => ({ endpointId, position: last })),
      );
    const endpointIds = [...new Set(deliveries.map((delivery) => delivery.endpointId))];
    if (endpointIds.length > 0) await queueSendingJobs(tx, serviceId, endpointIds);
    return { isQueued: endpointIds.length > 0, hasMore: events.length === EVENTS_PER_PAGE };
  });
}

/**
 * Splits off the endpoints whose next event was deleted, because it was published over 7 days ago. Continuing would
 * skip events without notice.
 */
function splitByLoss(
  endpoints: readonly FanOutEndpoint[],
  events: readonly BusinessEvent[],
): [lagging: FanOutEndpoint[], unaffected: FanOutEndpoint[]] {
  // A full page may end before the next event of an endpoint, so it proves no loss.
  const isLastPage = events.length < EVENTS_PER_PAGE;
  const hasLostEvents = ({ position, lastPosition }: FanOutEndpoint): boolean => {
    const next = events.find((event) => event.position > position)?.position;
    return next === undefined ? isLastPage && lastPosition > position : next !== position + 1;
  };
  return [
    endpoints.filter(hasLostEvents),
    endpoints.filter((endpoint) => !hasLostEvents(endpoint)),
  ];
}

function toDeliveries(endpoint: FanOutEndpoint, events: readonly BusinessEvent[]) {
  const { endpointId, eventTypes, position } = endpoint;
  return events
    .filter((event) => event.position > position && eventTypes.includes(event.type))
    .map((event) => ({ ...toWebhookMessage(event), endpointId }));
}
