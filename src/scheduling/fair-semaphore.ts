import { FairQueue } from './fair-queue.ts';
import type { WaitDeadline } from './wait-deadline.ts';

export type FairSemaphoreOptions = {
  /** Permits of all keys together. */
  permitsMax: number;
  permitsOfKeyMax: number;
  /** Requests of one key that may wait for a permit. */
  waitingOfKeyMax: number;
  waitMs: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
};

/** Returns a permit to the semaphore. Later calls have no effect. */
export type Release = () => void;

export type AcquireOptions = {
  /** Further condition of the permit, checked when one is free and every 250 ms after; a true result takes the permit. */
  canEnter?: () => boolean;
  /**
   * True for work that may not be refused: it waits however many others wait, and after `waitMs` for a permit only, no
   * longer for `canEnter`.
   */
  isNeverRefused?: boolean;
  /** Time that the request may still wait, when that is less than `waitMs`. */
  waitDeadline?: WaitDeadline | undefined;
  /** Ends the wait when it is aborted. */
  signal?: AbortSignal | undefined;
};

/** Semaphore whose permits go to the keys (services) in rotation, however many requests of one key wait. */
export type FairSemaphore = {
  /** Resolves to the release of a permit; to undefined when too many wait, the wait takes too long, or it is aborted. */
  acquire: (key: number, options?: AcquireOptions) => Promise<Release | undefined>;
  /** Milliseconds for which every permit has been held by the same holders; 0 while one is free. */
  exhaustedMs: () => number;
};

type Waiter = {
  resolve: (release: Release | undefined) => void;
  canEnter: () => boolean;
};

export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { permitsMax, permitsOfKeyMax, waitingOfKeyMax, waitMs } = options;
  const now = options.now ?? (() => performance.now());
  const waiting = new FairQueue<Waiter>();
  const acquired = new Map<number, number>();
  let total = 0;
  let acquiredAt = 0;
  const canAcquire = (key: number, { canEnter }: Waiter): boolean =>
    (acquired.get(key) ?? 0) < permitsOfKeyMax && canEnter();
  const grant = (key: number): Release => {
    total += 1;
    acquiredAt = now();
    acquired.set(key, (acquired.get(key) ?? 0) + 1);
    return once(() => release(key));
  };
  const release = (key: number): void => {
    total -= 1;
    const held = (acquired.get(key) ?? 1) - 1;
    if (held === 0) acquired.delete(key);
    else acquired.set(key, held);
    admit();
  };
  const admit = (): void => {
    for (let free = permitsMax - total; free > 0; free -= 1) {
      const next = waiting.shift(canAcquire);
      if (next === undefined) return;
      next.item.resolve(grant(next.key));
    }
  };

  return {
    exhaustedMs: () => (total < permitsMax ? 0 : now() - acquiredAt),
    acquire: async (key, acquireOptions = {}) => {
      const { canEnter = always, isNeverRefused = false, signal } = acquireOptions;
      if (signal?.aborted === true) return undefined;
      const { promise, resolve } = Promise.withResolvers<Release | undefined>();
      const waiter: Waiter = { resolve, canEnter };
      const giveUp = (): void => {
        if (waiting.remove(key, waiter)) resolve(undefined);
      };
      waiting.push(key, waiter);
      admit();
      if (!isNeverRefused && waiting.lengthOf(key) > waitingOfKeyMax) giveUp();
      const onTimeout = isNeverRefused ? () => Object.assign(waiter, { canEnter: always }) : giveUp;
      if (!waiting.has(key, waiter)) return await promise;
      return await untilSettled(promise, { giveUp, onTimeout, admit, waitMs, acquireOptions });
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

type WaitOptions = {
  giveUp: () => void;
  onTimeout: () => void;
  admit: () => void;
  waitMs: number;
  acquireOptions: AcquireOptions;
};

/** Interval at which the further conditions of waiting requests are checked again. */
const CHECK_MS = 250;

async function untilSettled<T>(
  promise: Promise<T>,
  { giveUp, onTimeout, admit, waitMs, acquireOptions }: WaitOptions,
): Promise<T> {
  const { signal, waitDeadline } = acquireOptions;
  const timer = setTimeout(onTimeout, chooseTimeout(acquireOptions, waitMs));
  const check = setInterval(admit, CHECK_MS);
  signal?.addEventListener('abort', giveUp);
  const settled = promise.finally(() => {
    clearTimeout(timer);
    clearInterval(check);
    signal?.removeEventListener('abort', giveUp);
  });
  return await (waitDeadline?.track(settled) ?? settled);
}

function chooseTimeout({ isNeverRefused, waitDeadline }: AcquireOptions, waitMs: number): number {
  if (isNeverRefused === true || waitDeadline === undefined) return waitMs;
  return Math.min(waitMs, waitDeadline.remainingMs());
}
