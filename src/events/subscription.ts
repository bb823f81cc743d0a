import type { FeedItem } from '../domain/events/business-event.ts';
import type { AppError } from '../errors.ts';
import { type CursorParts, createEventCursor, type EventCursor } from './cursor.ts';

/**
 * Events of one subscriber, delivered one by one. Undelivered events are not buffered for it, so that a slow reader
 * occupies no additional memory. Starts with a checkpoint when there is no event yet.
 */
export type EventSubscription = AsyncIterableIterator<FeedItem, undefined> & {
  /** Ends the subscription. A pending or the next call of `next` throws the error, if there is one. */
  end: (error?: AppError) => void;
  /** Makes a pending `next` return a checkpoint when nothing was delivered since `time` (performance.now). */
  beat: (time: number) => void;
  return: () => Promise<IteratorReturnResult<undefined>>;
};

export type SubscriptionParts = CursorParts & {
  /** Called once when the subscription ends for any reason. */
  onEnd: () => void;
};

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

export function createEventSubscription(parts: SubscriptionParts): EventSubscription {
  const { listeners } = parts.channel;
  const signal = createPendingSignal();
  const onNews = (): void => signal.notify('news');
  const state: State = {
    cursor: createEventCursor(parts),
    pendingSignal: signal,
    deliveredAt: 0,
    ended: undefined,
  };
  listeners.add(onNews);

  function end(error?: AppError): void {
    if (state.ended !== undefined) return;
    state.ended = { error };
    listeners.delete(onNews);
    parts.onEnd();
    onNews();
  }

  const advance = async (): Promise<IteratorResult<FeedItem, undefined>> =>
    await next(state).catch((error: unknown) => {
      end();
      throw error;
    });
  // Overlapping calls are served in order, like those of an async generator.
  let lastResult: Promise<unknown> = Promise.resolve();

  return {
    next: async () => {
      const result = lastResult.then(advance, advance);
      lastResult = result;
      return await result;
    },
    return: async () => {
      end();
      return await Promise.resolve(DONE);
    },
    end,
    beat: (time) => {
      if (state.deliveredAt < time) signal.notify('beat');
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

type State = {
  cursor: EventCursor;
  pendingSignal: PendingSignal;
  /** Time of the last delivery (performance.now); 0 before the first. */
  deliveredAt: number;
  ended: { error: AppError | undefined } | undefined;
};

async function next(state: State): Promise<IteratorResult<FeedItem, undefined>> {
  const value = await findNextItem(state);
  if (value !== undefined && state.ended === undefined) {
    state.deliveredAt = performance.now();
    return { done: false, value };
  }
  const error = state.ended?.error;
  state.ended = { error: undefined };
  if (error !== undefined) throw error;
  return DONE;
}

async function findNextItem(state: State): Promise<FeedItem | undefined> {
  while (state.ended === undefined) {
    const event = await state.cursor.next();
    if (event !== undefined) return event;
    if (state.deliveredAt === 0 || (await state.pendingSignal.wait()) === 'beat')
      return state.cursor.checkpoint();
  }
  return undefined;
}

type SignalKind = 'news' | 'beat';
type PendingSignal = { notify: (kind: SignalKind) => void; wait: () => Promise<SignalKind> };

/** Creates a signal that remembers `news` until it is awaited. A `beat` is lost when nothing waits. */
function createPendingSignal(): PendingSignal {
  let resolveWait: ((kind: SignalKind) => void) | undefined;
  let hasNews = false;
  return {
    notify: (kind) => {
      if (resolveWait === undefined) hasNews ||= kind === 'news';
      else resolveWait(kind);
      resolveWait = undefined;
    },
    wait: async () => {
      const { promise, resolve } = Promise.withResolvers<SignalKind>();
      if (hasNews) resolve('news');
      else resolveWait = resolve;
      hasNews = false;
      return await promise;
    },
  };
}
