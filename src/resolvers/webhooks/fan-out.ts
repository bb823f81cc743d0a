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
import { switchOff } from './switch-off.ts';

/** How many events of one service become deliveries in one transaction. */
const PAGE = 500;

export type FannedOut = {
  /** Whether something is to be sent now. */
  isQueued: boolean;
  /** Whether there is more to do at once. */
  isMore: boolean;
};

/**
 * Makes deliveries of the events that endpoints have not been given: in the order of their places, each once, with how
 * far the endpoint has come in the same transaction. Any number of processes may do so at once. Where no endpoint is
 * enabled it is one statement, which finds nothing.
 */
export async function fanOutWebhooks(db: Db): Promise<FannedOut> {
  const behind = await listServicesBehind(db);
  // Of a service whose first event this is, the first round begins its stream and the second fills it.
  const unpublished = behind
    .filter((service) => service.isUnpublished)
    .map((service) => service.serviceId);
  if (unpublished.length > 0) {
    await publishEvents(db, unpublished);
    await publishEvents(db, unpublished);
  }
  const result: FannedOut = { isQueued: false, isMore: false };
  for (const { serviceId } of behind) {
    const { isQueued, isMore } = await withinService(
      serviceId,
      async () => await fanOutOf(db, serviceId),
    );
    result.isQueued ||= isQueued;
    result.isMore ||= isMore || (isQueued && behind.length === SERVICES_MAX);
  }
  return result;
}

async function fanOutOf(db: Db, serviceId: number): Promise<FannedOut> {
  return await runInTransaction(db, async (tx) => {
    const listeners = (await lockFanOutEndpoints(tx, serviceId)).filter(
      (listener) => listener.hasRoom,
    );
    if (listeners.length === 0) return { isQueued: false, isMore: false };
    const position = Math.min(...listeners.map((listener) => listener.position));
    const events = await listEventsAfter(tx, { serviceId, position }, PAGE);
    const last = events.at(-1)?.position ?? 0;
    const [lost, well] = splitLost(listeners, events);
    for (const { endpointId } of lost)
      await switchOff(tx, { serviceId, endpointId }, 'fell_behind');
    const moved = well.filter((listener) => listener.position < last);
    const deliveries = moved.flatMap((listener) => deliveriesOf(listener, events));
    if (deliveries.length > 0) await insertDeliveries(tx, serviceId, deliveries);
    if (moved.length > 0)
      await saveFanOutPositions(
        tx,
        serviceId,
        moved.map(({ endpointId }) => ({ endpointId, position: last })),
      );
    const due = [...new Set(deliveries.map((delivery) => delivery.endpointId))];
    if (due.length > 0) await queueSendingJobs(tx, serviceId, due);
    return { isQueued: due.length > 0, isMore: events.length === PAGE };
  });
}

/** Those whose next event was deleted, for it was published over 7 days ago: to go on would pass over it in silence. */
function splitLost(
  listeners: readonly FanOutEndpoint[],
  events: readonly BusinessEvent[],
): [lost: FanOutEndpoint[], well: FanOutEndpoint[]] {
  // A page that ends before what a listener is to be given next tells nothing of it.
  const isWhole = events.length < PAGE;
  const isLost = ({ position, lastPosition }: FanOutEndpoint): boolean => {
    const next = events.find((event) => event.position > position)?.position;
    return next === undefined ? isWhole && lastPosition > position : next !== position + 1;
  };
  return [listeners.filter(isLost), listeners.filter((listener) => !isLost(listener))];
}

function deliveriesOf(listener: FanOutEndpoint, events: readonly BusinessEvent[]) {
  const { endpointId, eventTypes, position } = listener;
  return events
    .filter((event) => event.position > position && eventTypes.includes(event.type))
    .map((event) => ({ ...toWebhookMessage(event), endpointId }));
}
