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
import { createLagMeter } from './lag.ts';

export type EventReader = {
  /** Returns the delay of the oldest event that was read last, in milliseconds. */
  lagMs: () => number;
  /**
   * Publishes waiting events and appends new ones to each channel. Executes two statements, one more for each service
   * with waiting events, and one for each service with new events.
   */
  readNewEvents: (channels: ReadonlyMap<number, EventChannel>) => Promise<NextRound>;
  /**
   * Reads a page of a service's events after a position; throws AppError `invalid_input` when the next one is deleted.
   */
  readAfter: (serviceId: number, position: number) => Promise<BusinessEvent[]>;
};

const UNKNOWN_ID = 'Must be the id of an event of this service';
const EXPIRED_ID = 'Must be at most 7 days old: older events are deleted';

/** Maximum number of events in one read of a service. */
const PAGE_SIZE_MAX = 500;
/** Maximum number of concurrent page reads, so that resuming clients do not use all database connections. */
const CONCURRENT_PAGES_MAX = 3;

export function createEventReader(db: Db): EventReader {
  const lag = createLagMeter();
  return {
    lagMs: lag.read,
    readNewEvents: async (channels) => {
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
        hasMore ||= newEvents.length === PAGE_SIZE_MAX;
      }
      lag.record(hasWaited, publishedAt);
      return hasMore ? 'again' : 'rest';
    },
    readAfter: createPageReader(db),
  };
}

/** Reads a page of events for all subscribers of the service, in the work scope of the first one. */
async function readPage(db: Db, serviceId: number, position: number): Promise<BusinessEvent[]> {
  return await withinService(
    serviceId,
    async () => await listEventsAfter(db, { serviceId, position }, PAGE_SIZE_MAX),
  );
}

/**
 * Creates a reader of pages. Concurrent requests for one position share a page, because many clients resume there after
 * a restart.
 */
function createPageReader(db: Db): EventReader['readAfter'] {
  const withPermit = createSemaphore(CONCURRENT_PAGES_MAX);
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
    if (events[0]?.position !== position + 1) throw toResumeError(EXPIRED_ID);
    return events;
  };
}

/**
 * Returns the position to start after; without an id, the end of the stream. Throws AppError `invalid_input` for an id
 * that is unknown or too old.
 */
export function resolveStart(stream: EventStream, after: string | undefined): EventPosition {
  const { streamKey, lastPosition, oldestPosition } = stream;
  if (after === undefined) return { streamKey, position: lastPosition };
  const start = decodeEventId(after);
  if (start?.streamKey !== streamKey || start.position > lastPosition)
    throw toResumeError(UNKNOWN_ID);
  if (start.position < oldestPosition - 1) throw toResumeError(EXPIRED_ID);
  return start;
}

function toResumeError(message: string): AppError {
  return new AppError(
    'invalid_input',
    'The subscription cannot resume after that event: the event is older than 7 days, or unknown.',
    { issues: [{ path: ['after'], code: 'not_found', message }] },
  );
}
