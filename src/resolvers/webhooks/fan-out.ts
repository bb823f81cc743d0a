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
  /** True when more events are waiting. */
  isMore: boolean;
};

/**
 * Creates deliveries for new events, in the order of their positions, and stores the new position of each endpoint in
 * the same transaction, so that each event is delivered once. Concurrent processes are safe. Without an enabled
 * endpoint it runs one statement, which returns no rows.
 */
export async function fanOutWebhooks(db: Db): Promise<FanOutResult> {
  const behind = await listServicesBehind(db);
  // For a service with its first event, the first round creates the stream and the second fills it.
  const unpublished = behind
    .filter((service) => service.isUnpublished)
    .map((service) => service.serviceId);
  if (unpublished.length > 0) {
    await publishEvents(db, unpublished);
    await publishEvents(db, unpublished);
  }
  const result: FanOutResult = { isQueued: false, isMore: false };
  for (const { serviceId } of behind) {
    const { isQueued, isMore } = await withinService(
      serviceId,
      async () => await fanOutService(db, serviceId),
    );
    result.isQueued ||= isQueued;
    result.isMore ||= isMore || (isQueued && behind.length === SERVICES_MAX);
  }
  return result;
}

async function fanOutService(db: Db, serviceId: number): Promise<FanOutResult> {
  return await runInTransaction(db, async (tx) => {
    const listeners = (await lockFanOutEndpoints(tx, serviceId)).filter(
      (listener) => listener.hasRoom,
    );
    if (listeners.length === 0) return { isQueued: false, isMore: false };
    const position = Math.min(...listeners.map((listener) => listener.position));
    const events = await listEventsAfter(tx, { serviceId, position }, EVENTS_PER_PAGE);
    const last = events.at(-1)?.position ?? 0;
    const [lost, well] = splitLost(listeners, events);
    for (const { endpointId } of lost)
      await disableAutomatically(tx, { serviceId, endpointId }, 'fell_behind');
    const moved = well.filter((listener) => listener.position < last);
    const deliveries = moved.flatMap((listener) => toDeliveries(listener, events));
    if (deliveries.length > 0) await insertDeliveries(tx, serviceId, deliveries);
    if (moved.length > 0)
      await saveFanOutPositions(
        tx,
        serviceId,
        moved.map(({ endpointId }) => ({ endpointId, position: last })),
      );
    const due = [...new Set(deliveries.map((delivery) => delivery.endpointId))];
    if (due.length > 0) await queueSendingJobs(tx, serviceId, due);
    return { isQueued: due.length > 0, isMore: events.length === EVENTS_PER_PAGE };
  });
}

/**
 * Splits off the endpoints whose next event was deleted, because it was published over 7 days ago: continuing would
 * skip it silently.
 */
function splitLost(
  listeners: readonly FanOutEndpoint[],
  events: readonly BusinessEvent[],
): [lost: FanOutEndpoint[], well: FanOutEndpoint[]] {
  // A full page may end before the next event of an endpoint, so it proves no loss.
  const isWhole = events.length < EVENTS_PER_PAGE;
  const isLost = ({ position, lastPosition }: FanOutEndpoint): boolean => {
    const next = events.find((event) => event.position > position)?.position;
    return next === undefined ? isWhole && lastPosition > position : next !== position + 1;
  };
  return [listeners.filter(isLost), listeners.filter((listener) => !isLost(listener))];
}

function toDeliveries(listener: FanOutEndpoint, events: readonly BusinessEvent[]) {
  const { endpointId, eventTypes, position } = listener;
  return events
    .filter((event) => event.position > position && eventTypes.includes(event.type))
    .map((event) => ({ ...toWebhookMessage(event), endpointId }));
}
