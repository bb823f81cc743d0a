import type { Db } from '../db/client.ts';
import {
  type EventStream,
  findWaitingRange,
  openStream,
  publishEvents,
} from '../db/queries/records/event-streams.ts';
import type { BusinessEvent } from '../domain/events/business-event.ts';
import type { AppError } from '../errors.ts';
import { createPoller } from '../scheduling/poller.ts';
import { createEventChannel, type EventChannel } from './channel.ts';
import { createEventReader, type EventReader, startOf } from './reader.ts';
import { createEventSeats } from './seats.ts';
import { createEventSubscription, type EventSubscription } from './subscription.ts';

export type FeedOptions = {
  /** Maximum delay of events of other processes. */
  pollMs: number;
  /** A subscriber gets a checkpoint when it has got nothing for about this long. */
  heartbeatMs: number;
  subscribersMax: number;
  subscribersPerServiceMax: number;
};

export type FeedRequest = {
  serviceId: number;
  /** The id of the event after which to begin; undefined: with what happens from now on. */
  after: string | undefined;
  matches: (event: BusinessEvent) => boolean;
  /** Called when it begins, with what ends it; returns what is called once it is over. */
  guard: (end: (error: AppError) => void) => () => void;
};

/** The events of all services for all subscribers of this process: one poll serves them all. */
export type EventFeed = {
  /** Throws AppError `limit_exceeded` where too many are subscribed, `invalid_input` for an id that is unknown or too old. */
  subscribe: (request: FeedRequest) => Promise<EventSubscription>;
  /** Notifies subscribers after this process has committed an event. */
  wake: () => void;
  /** Ends every subscription. */
  close: () => Promise<void>;
  /** Returns the number of subscribers and the delay of their events. */
  read: () => { subscribers: number; lagMs: number };
};

export type FeedParts = { db: Db; options: FeedOptions; onFault: (error: unknown) => void };

/** Channels of the services with subscribers. */
type Channels = Map<number, ListenedChannel>;
type ListenedChannel = EventChannel & { subscriptions: Set<EventSubscription> };

/** Two rounds are this far apart when there is much to do. */
const GAP_MS = 20;
const BEAT_CHECK_MS = 1_000;

export function createEventFeed({ db, options, onFault }: FeedParts): EventFeed {
  const channels: Channels = new Map();
  const seats = createEventSeats(options);
  const reader = createEventReader(db);
  const pacer = createPoller({
    work: async () => await reader.readNews(channels),
    restMs: options.pollMs,
    gapMs: GAP_MS,
    onFault,
  });
  const checkMs = Math.min(BEAT_CHECK_MS, options.heartbeatMs);
  const heart = setInterval(() => beat(channels, options.heartbeatMs), checkMs).unref();
  let isClosed = false;
  return {
    subscribe: async (request) => {
      const leave = seats.take(request.serviceId);
      try {
        if (request.after === undefined) await passOver(db, request.serviceId);
        const stream = await openStream(db, request.serviceId);
        const subscription = join({ request, stream, channels, reader, leave });
        if (isClosed) subscription.end();
        pacer.wake();
        return subscription;
      } catch (error) {
        leave();
        throw error;
      }
    },
    wake: () => {
      if (channels.size > 0) pacer.wake();
    },
    close: async () => {
      isClosed = true;
      clearInterval(heart);
      for (const one of subscriptionsOf(channels)) one.end();
      await pacer.stop();
    },
    read: () => {
      const subscribers = channels.values().reduce((sum, one) => sum + one.subscriptions.size, 0);
      return { subscribers, lagMs: subscribers === 0 ? 0 : reader.lagMs() };
    },
  };
}

/** Ten million events; also where another process holds the stream for long. */
const PASS_ROUNDS_MAX = 10_000;

/**
 * Skips older events: without subscribers nothing was published, and earlier events would be delivered as new ones,
 * after an import very many.
 */
async function passOver(db: Db, serviceId: number): Promise<void> {
  const last = (await findWaitingRange(db, serviceId))?.last;
  if (last === undefined) return;
  for (let round = 0; round < PASS_ROUNDS_MAX; round += 1) {
    await publishEvents(db, [serviceId]);
    const waiting = await findWaitingRange(db, serviceId);
    if (waiting === undefined || waiting.first > last) return;
  }
}

type Joining = {
  request: FeedRequest;
  stream: EventStream;
  channels: Channels;
  reader: EventReader;
  leave: () => void;
};

function join({ request, stream, channels, reader, leave }: Joining): EventSubscription {
  const { serviceId, after, matches, guard } = request;
  const place = startOf(stream, after);
  const channel = channels.get(serviceId) ?? openChannel(stream.lastPosition);
  const subscription = createEventSubscription({
    channel,
    place,
    matches,
    readAfter: async (position) => await reader.readAfter(serviceId, position),
    onEnd: () => {
      channel.subscriptions.delete(subscription);
      if (channel.subscriptions.size === 0) channels.delete(serviceId);
      leave();
      release();
    },
  });
  const release = guard(subscription.end);
  channel.subscriptions.add(subscription);
  channels.set(serviceId, channel);
  return subscription;
}

function openChannel(position: number): ListenedChannel {
  return Object.assign(createEventChannel(position), { subscriptions: new Set<never>() });
}

function beat(channels: Channels, heartbeatMs: number): void {
  const time = performance.now() - heartbeatMs;
  for (const one of subscriptionsOf(channels)) one.beat(time);
}

function subscriptionsOf(channels: Channels): EventSubscription[] {
  return [...channels.values()].flatMap((channel) => [...channel.subscriptions]);
}
