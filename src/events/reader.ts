import type { Db } from '../db/client.ts';
import { listEventsAfter } from '../db/queries/records/business-events.ts';
import {
  type EventStream,
  listLastPositions,
  publishEvents,
} from '../db/queries/records/event-streams.ts';
import {
  type BusinessEvent,
  decodeEventId,
  type EventPosition,
} from '../domain/events/business-event.ts';
import { AppError } from '../errors.ts';
import { withinService } from '../runtime/work-scope.ts';
import type { NextRound } from '../scheduling/poller.ts';
import { createSemaphore } from '../scheduling/semaphore.ts';
import type { EventChannel } from './channel.ts';
import { createLag } from './lag.ts';

export type EventReader = {
  /** Returns the delay of the newest or the waiting event, in milliseconds. */
  lagMs: () => number;
  /**
   * Publishes waiting events, and appends new ones to each channel: two statements, and one for each service with new
   * events.
   */
  readNews: (channels: ReadonlyMap<number, EventChannel>) => Promise<NextRound>;
  /** Reads a page of a service's events after a position; throws AppError `invalid_input` when they are deleted. */
  readAfter: (serviceId: number, position: number) => Promise<BusinessEvent[]>;
};

const UNKNOWN = 'Must be the id of an event of this service';
const GONE = 'Must be at most 7 days old: older events are deleted';

/** Number of events in one read of a service. */
const PAGE = 500;
/** Number of concurrent reads, so that clients that resume after a long time do not use all connections. */
const PAGES_AT_ONCE = 3;

export function createEventReader(db: Db): EventReader {
  const lag = createLag();
  return {
    lagMs: lag.read,
    readNews: async (channels) => {
      if (channels.size === 0) return 'sleep';
      const hasWaited = await publishEvents(db, [...channels.keys()]);
      let hasMore = hasWaited;
      const publishedAt: number[] = [];
      for (const { serviceId, lastPosition } of await listLastPositions(db, [...channels.keys()])) {
        const channel = channels.get(serviceId);
        if (channel === undefined || lastPosition <= channel.head) continue;
        const newEvents = await readPage(db, serviceId, channel.head);
        channel.append(newEvents);
        publishedAt.push(...newEvents.map(({ occurredAt }) => occurredAt.getTime()));
        hasMore ||= newEvents.length === PAGE;
      }
      lag.note(hasWaited, publishedAt);
      return hasMore ? 'again' : 'rest';
    },
    readAfter: createPageReader(db),
  };
}

/** Reads a page of events for all subscribers of the service, in the work scope of the first one. */
async function readPage(db: Db, serviceId: number, position: number): Promise<BusinessEvent[]> {
  return await withinService(
    serviceId,
    async () => await listEventsAfter(db, { serviceId, position }, PAGE),
  );
}

/**
 * Creates a reader of pages. Concurrent requests for one position share a page, because many clients resume there after
 * a restart.
 */
function createPageReader(db: Db): EventReader['readAfter'] {
  const withPermit = createSemaphore(PAGES_AT_ONCE);
  const pending = new Map<string, Promise<BusinessEvent[]>>();
  return async (serviceId, position) => {
    const key = `${serviceId}/${position}`;
    const page =
      pending.get(key) ??
      withPermit(async () => await readPage(db, serviceId, position)).finally(() =>
        pending.delete(key),
      );
    pending.set(key, page);
    const events = await page;
    if (events[0]?.position !== position + 1) throw refuse(GONE);
    return events;
  };
}

/**
 * Position to start after: the end without an id. Throws AppError `invalid_input` for an id that is unknown or too old.
 */
export function resolveStart(stream: EventStream, after: string | undefined): EventPosition {
  const { streamKey, lastPosition, oldestPosition } = stream;
  if (after === undefined) return { streamKey, position: lastPosition };
  const place = decodeEventId(after);
  if (place?.streamKey !== streamKey || place.position > lastPosition) throw refuse(UNKNOWN);
  if (place.position < oldestPosition - 1) throw refuse(GONE);
  return place;
}

function refuse(message: string): AppError {
  return new AppError(
    'invalid_input',
    'The subscription cannot resume after that event: the event is older than 7 days, or unknown.',
    { issues: [{ path: ['after'], code: 'not_found', message }] },
  );
}
