import { FairQueue } from './fair-queue.ts';
import type { WaitAllowance } from './wait-deadline.ts';

export type FairTurnsOptions = {
  /** Number of permits, for all keys. */
  max: number;
  maxOfKey: number;
  /** Maximum number of waiting acquisitions of one key. */
  waitingOfKey: number;
  waitMs: number;
  /** Clock in milliseconds, with any start. */
  now?: () => number;
};

/** Releases the permit, which the next waiting acquisition gets. */
export type Release = () => void;

/** Options of one acquisition. */
export type TurnNeeds = {
  /**
   * Called when a permit is free, and again soon when it returns false. The permit is acquired once it returns true.
   */
  mayEnter?: () => boolean;
  /**
   * True when the acquisition is never rejected and waits however many others wait. After a long wait for a permit
   * alone, it takes precedence over `mayEnter` of others.
   */
  isPatient?: boolean;
  /** Maximum wait, unless patient. Defaults to the general limit. */
  waits?: WaitAllowance | undefined;
  /** Signal that cancels the wait. */
  signal?: AbortSignal | undefined;
};

export type FairTurns = {
  /**
   * Acquires a permit for a key. Resolves to undefined when too many wait already, when the wait took too long, or when
   * it was aborted.
   */
  take: (key: number, needs?: TurnNeeds) => Promise<Release | undefined>;
  /** Milliseconds for which every permit has been held by the same holders; 0 while one is free. */
  exhaustedMs: () => number;
};

type Waiting = {
  resolve: (release: Release | undefined) => void;
  mayEnter: () => boolean;
};

/**
 * Creates a semaphore that is fair between keys: permits go to the keys in rotation, however many acquisitions of one
 * key wait.
 */
export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const { max, maxOfKey, waitingOfKey, waitMs, now = () => performance.now() } = options;
  const waiting = new FairQueue<Waiting>();
  const taken = new Map<number, number>();
  let total = 0;
  let acquiredAt = 0;
  const isNext = (key: number, { mayEnter }: Waiting): boolean =>
    (taken.get(key) ?? 0) < maxOfKey && mayEnter();
  const enter = (key: number): Release => {
    total += 1;
    acquiredAt = now();
    taken.set(key, (taken.get(key) ?? 0) + 1);
    return once(() => leave(key));
  };
  const leave = (key: number): void => {
    total -= 1;
    const left = (taken.get(key) ?? 1) - 1;
    if (left === 0) taken.delete(key);
    else taken.set(key, left);
    letIn();
  };
  const letIn = (): void => {
    for (let free = max - total; free > 0; free -= 1) {
      const next = waiting.shift(isNext);
      if (next === undefined) return;
      next.item.resolve(enter(next.key));
    }
  };

  return {
    exhaustedMs: () => (total < max ? 0 : now() - acquiredAt),
    take: async (key, needs = {}) => {
      const { mayEnter = always, isPatient = false } = needs;
      if (needs.signal?.aborted === true) return undefined;
      const { promise, resolve } = Promise.withResolvers<Release | undefined>();
      const one: Waiting = { resolve, mayEnter };
      const giveUp = (): void => {
        if (waiting.remove(key, one)) resolve(undefined);
      };
      waiting.push(key, one);
      letIn();
      if (!isPatient && waiting.lengthOf(key) > waitingOfKey) giveUp();
      const onLate = isPatient ? () => Object.assign(one, { mayEnter: always }) : giveUp;
      if (!waiting.has(key, one)) return await promise;
      return await untilOver(promise, { giveUp, onLate, letIn, waitMs, needs });
    },
  };
}

/** Returns a release whose later calls change nothing. */
function once(release: Release): Release {
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    release();
  };
}

const always = (): boolean => true;

type Patience = {
  giveUp: () => void;
  onLate: () => void;
  letIn: () => void;
  waitMs: number;
  needs: TurnNeeds;
};

/** Interval in which `mayEnter` is checked again. */
const LOOK_MS = 250;

async function untilOver<T>(
  promise: Promise<T>,
  { giveUp, onLate, letIn, waitMs, needs }: Patience,
): Promise<T> {
  const { signal, waits } = needs;
  const timer = setTimeout(onLate, timeOf(needs, waitMs));
  const look = setInterval(letIn, LOOK_MS);
  signal?.addEventListener('abort', giveUp);
  const over = promise.finally(() => {
    clearTimeout(timer);
    clearInterval(look);
    signal?.removeEventListener('abort', giveUp);
  });
  return await (waits?.during(over) ?? over);
}

function timeOf({ isPatient, waits }: TurnNeeds, waitMs: number): number {
  if (isPatient === true || waits === undefined) return waitMs;
  return Math.min(waitMs, waits.leftMs());
}
