import type { FeedItem } from '../domain/events/business-event.ts';
import type { AppError } from '../errors.ts';
import { type CursorParts, createEventCursor, type EventCursor } from './cursor.ts';

/**
 * The events of one subscriber, taken one by one: what was not taken is not kept for it, so a slow one
 * costs no more than a quick one. Begins with a checkpoint where there is no event yet.
 */
export type EventSubscription = AsyncIterableIterator<FeedItem, undefined> & {
  /** Ends it, also for a `next` that waits: with an error, which is thrown once, or without. */
  end: (error?: AppError) => void;
  /** Lets a `next` that waits give a checkpoint, if nothing was given since `time` (performance.now). */
  beat: (time: number) => void;
  return: () => Promise<IteratorReturnResult<undefined>>;
};

export type SubscriptionParts = CursorParts & {
  /** Called once, however it ends. */
  onEnd: () => void;
};

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

export function createEventSubscription(parts: SubscriptionParts): EventSubscription {
  const { listeners } = parts.channel;
  const bell = createBell();
  const hear = (): void => bell.ring('news');
  const state: State = { cursor: createEventCursor(parts), bell, givenAt: 0, ended: undefined };
  listeners.add(hear);

  function end(error?: AppError): void {
    if (state.ended !== undefined) return;
    state.ended = { error };
    listeners.delete(hear);
    parts.onEnd();
    hear();
  }

  const advance = async (): Promise<IteratorResult<FeedItem, undefined>> =>
    await next(state).catch((error: unknown) => {
      end();
      throw error;
    });
  // Calls that overlap are answered in their order, as those of an async generator are.
  let last: Promise<unknown> = Promise.resolve();

  return {
    next: async () => {
      const result = last.then(advance, advance);
      last = result;
      return await result;
    },
    return: async () => {
      end();
      return await Promise.resolve(DONE);
    },
    end,
    beat: (time) => {
      if (state.givenAt < time) bell.ring('beat');
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

type State = {
  cursor: EventCursor;
  bell: Bell;
  /** When it gave something the last time (performance.now); 0 before. */
  givenAt: number;
  ended: { error: AppError | undefined } | undefined;
};

async function next(state: State): Promise<IteratorResult<FeedItem, undefined>> {
  const value = await find(state);
  if (value !== undefined && state.ended === undefined) {
    state.givenAt = performance.now();
    return { done: false, value };
  }
  const error = state.ended?.error;
  state.ended = { error: undefined };
  if (error !== undefined) throw error;
  return DONE;
}

async function find(state: State): Promise<FeedItem | undefined> {
  while (state.ended === undefined) {
    const event = await state.cursor.next();
    if (event !== undefined) return event;
    if (state.givenAt === 0 || (await state.bell.wait()) === 'beat')
      return state.cursor.checkpoint();
  }
  return undefined;
}

type Ring = 'news' | 'beat';
type Bell = { ring: (ring: Ring) => void; wait: () => Promise<Ring> };

/** Creates a signal that keeps a notification until it is awaited. */
function createBell(): Bell {
  let answer: ((ring: Ring) => void) | undefined;
  let hasNews = false;
  return {
    ring: (ring) => {
      if (answer === undefined) hasNews ||= ring === 'news';
      else answer(ring);
      answer = undefined;
    },
    wait: async () => {
      const { promise, resolve } = Promise.withResolvers<Ring>();
      if (hasNews) resolve('news');
      else answer = resolve;
      hasNews = false;
      return await promise;
    },
  };
}
