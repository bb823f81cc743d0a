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
import { createEventReader, type EventReader, resolveStart } from './reader.ts';
import { createEventSubscription, type EventSubscription } from './subscription.ts';
import { createSubscriptionLimit } from './subscription-limit.ts';

export type FeedOptions = {
  /** Interval between two polls, in milliseconds: the delay of events that other processes commit. */
  pollMs: number;
  /** Time without events after which a subscriber receives a checkpoint. */
  heartbeatMs: number;
  subscribersMax: number;
  subscribersPerServiceMax: number;
};

export type FeedRequest = {
  serviceId: number;
  /** Id of the event after which to start; undefined to start with new events. */
  after: string | undefined;
  matches: (event: BusinessEvent) => boolean;
  /**
   * Called at the start with a function that ends the subscription. Returns a cleanup, called when the subscription has
   * ended.
   */
  guard: (end: (error: AppError) => void) => () => void;
};

/** Event feed of all services for all subscribers of this process, which share one poll. */
export type EventFeed = {
  /**
   * Opens a subscription. Throws AppError `too_many_requests` when too many are open, and `invalid_input` for an id
   * that is unknown or too old.
   */
  subscribe: (request: FeedRequest) => Promise<EventSubscription>;
  /** Polls soon. Called after this process has committed an event. */
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

/** Minimum time between two polls. */
const GAP_MS = 20;
/** Maximum interval between two checks for due heartbeats. */
const BEAT_CHECK_MS = 1_000;

export function createEventFeed({ db, options, onFault }: FeedParts): EventFeed {
  const channels: Channels = new Map();
  const subscriptionLimit = createSubscriptionLimit(options);
  const reader = createEventReader(db);
  const poller = createPoller({
    work: async () => await reader.readNewEvents(channels),
    restMs: options.pollMs,
    gapMs: GAP_MS,
    onFault,
  });
  const checkMs = Math.min(BEAT_CHECK_MS, options.heartbeatMs);
  const beat = (): void => sendHeartbeats(channels, options.heartbeatMs);
  const heartbeat = setInterval(beat, checkMs).unref();
  let isClosed = false;
  return {
    subscribe: async (request) => {
      const release = subscriptionLimit.acquire(request.serviceId);
      try {
        if (request.after === undefined) await publishOlderEvents(db, request.serviceId);
        const stream = await openStream(db, request.serviceId);
        const context = { stream, channels, reader, releasePermit: release };
        const subscription = openSubscription({ request, ...context });
        if (isClosed) subscription.end();
        poller.wake();
        return subscription;
      } catch (error) {
        release();
        throw error;
      }
    },
    wake: () => {
      if (channels.size > 0) poller.wake();
    },
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      for (const subscription of listSubscriptions(channels)) subscription.end();
      await poller.stop();
    },
    read: () => {
      const subscribers = channels
        .values()
        .reduce((sum, channel) => sum + channel.subscriptions.size, 0);
      return { subscribers, lagMs: subscribers === 0 ? 0 : reader.lagMs() };
    },
  };
}

/** Maximum number of rounds, for ten million events. It ends the loop while another process locks the stream. */
const SKIP_ROUNDS_MAX = 10_000;

/**
 * Publishes all earlier events before a subscription starts. Events of a service without subscribers may wait for their
 * publication, and would otherwise be delivered as new ones; after an import these are very many.
 */
async function publishOlderEvents(db: Db, serviceId: number): Promise<void> {
  const lastId = (await findWaitingRange(db, serviceId))?.last;
  if (lastId === undefined) return;
  for (let round = 0; round < SKIP_ROUNDS_MAX; round += 1) {
    await publishEvents(db, [serviceId]);
    const waiting = await findWaitingRange(db, serviceId);
    if (waiting === undefined || waiting.first > lastId) return;
  }
}

type NewSubscription = {
  request: FeedRequest;
  stream: EventStream;
  channels: Channels;
  reader: EventReader;
  releasePermit: () => void;
};

function openSubscription({
  request,
  stream,
  channels,
  reader,
  releasePermit,
}: NewSubscription): EventSubscription {
  const { serviceId, after, matches, guard } = request;
  const start = resolveStart(stream, after);
  const channel = channels.get(serviceId) ?? openChannel(stream.lastPosition);
  const subscription = createEventSubscription({
    channel,
    start,
    matches,
    readAfter: async (position) => await reader.readAfter(serviceId, position),
    onEnd: () => {
      channel.subscriptions.delete(subscription);
      if (channel.subscriptions.size === 0) channels.delete(serviceId);
      releasePermit();
      cleanUp();
    },
  });
  const cleanUp = guard(subscription.end);
  channel.subscriptions.add(subscription);
  channels.set(serviceId, channel);
  return subscription;
}

function openChannel(position: number): ListenedChannel {
  return Object.assign(createEventChannel(position), { subscriptions: new Set<never>() });
}

function sendHeartbeats(channels: Channels, heartbeatMs: number): void {
  const time = performance.now() - heartbeatMs;
  for (const subscription of listSubscriptions(channels)) subscription.beat(time);
}

function listSubscriptions(channels: Channels): EventSubscription[] {
  return [...channels.values()].flatMap((channel) => [...channel.subscriptions]);
}
