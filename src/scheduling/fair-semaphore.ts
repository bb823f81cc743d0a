import { FairQueue } from './fair-queue.ts';
import type { WaitDeadline } from './wait-deadline.ts';

export type FairSemaphoreOptions = {
  /** Permits of all keys together. */
  permitsMax: number;
  permitsPerKeyMax: number;
  /** Requests of one key that may wait for a permit. */
  waitingPerKeyMax: number;
  waitMs: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
};

/** Returns a permit to the semaphore. Later calls have no effect. */
export type Release = () => void;

export type AcquireOptions = {
  /**
   * Reserves what the work needs in addition to the permit, and returns false when that is not available. Called while
   * a permit is free, again every 250 ms; when it returns true, the permit is acquired.
   */
  tryReserve?: () => boolean;
  /**
   * True for work that may not be refused: it waits however many others wait. After `waitMs` it needs only a permit,
   * and `tryReserve` is no longer called.
   */
  isNeverRefused?: boolean;
  /** Time that the request may still wait, when that is less than `waitMs`. */
  waitDeadline?: WaitDeadline | undefined;
  /** Ends the wait when it is aborted. */
  signal?: AbortSignal | undefined;
};

/** Semaphore that grants its permits to the keys (services) round-robin, however many requests of one key wait. */
export type FairSemaphore = {
  /**
   * Resolves to the release of a permit. Resolves to undefined when too many requests of the key wait, after the
   * maximum wait, or when the signal is aborted.
   */
  acquire: (key: number, options?: AcquireOptions) => Promise<Release | undefined>;
  /** Returns the milliseconds since the last permit was granted; 0 while one is free. */
  getExhaustedMs: () => number;
};

type Waiter = {
  resolve: (release: Release | undefined) => void;
  tryReserve: () => boolean;
};

export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { permitsMax, permitsPerKeyMax, waitingPerKeyMax, waitMs } = options;
  const now = options.now ?? (() => performance.now());
  const waiting = new FairQueue<Waiter>();
  const acquired = new Map<number, number>();
  let total = 0;
  let acquiredAt = 0;
  const canAcquire = (key: number, { tryReserve }: Waiter): boolean =>
    (acquired.get(key) ?? 0) < permitsPerKeyMax && tryReserve();
  const grant = (key: number): Release => {
    total += 1;
    acquiredAt = now();
    acquired.set(key, (acquired.get(key) ?? 0) + 1);
    return toIdempotentRelease(() => release(key));
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
    getExhaustedMs: () => (total < permitsMax ? 0 : now() - acquiredAt),
    acquire: async (key, acquireOptions = {}) => {
      const { tryReserve = always, isNeverRefused = false, signal } = acquireOptions;
      if (signal?.aborted === true) return undefined;
      const { promise, resolve } = Promise.withResolvers<Release | undefined>();
      const waiter: Waiter = { resolve, tryReserve };
      const cancel = (): void => {
        if (waiting.remove(key, waiter)) resolve(undefined);
      };
      waiting.push(key, waiter);
      admit();
      if (!isNeverRefused && waiting.getLength(key) > waitingPerKeyMax) cancel();
      const onTimeout = isNeverRefused ? () => requirePermitOnly(waiter) : cancel;
      if (!waiting.has(key, waiter)) return await promise;
      return await untilSettled(promise, { cancel, onTimeout, admit, waitMs, acquireOptions });
    },
  };
}

/** Lets a waiter acquire the next permit without its reservation. */
function requirePermitOnly(waiter: Waiter): void {
  waiter.tryReserve = always;
}

/** Returns a release whose later calls change nothing. */
function toIdempotentRelease(release: Release): Release {
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    release();
  };
}

const always = (): boolean => true;

type WaitOptions = {
  cancel: () => void;
  onTimeout: () => void;
  admit: () => void;
  waitMs: number;
  acquireOptions: AcquireOptions;
};

/** Interval at which `tryReserve` of the waiting requests is called again. */
const CHECK_MS = 250;

async function untilSettled<T>(
  promise: Promise<T>,
  { cancel, onTimeout, admit, waitMs, acquireOptions }: WaitOptions,
): Promise<T> {
  const { signal, waitDeadline } = acquireOptions;
  const timer = setTimeout(onTimeout, chooseTimeout(acquireOptions, waitMs));
  const check = setInterval(admit, CHECK_MS);
  signal?.addEventListener('abort', cancel);
  const result = promise.finally(() => {
    clearTimeout(timer);
    clearInterval(check);
    signal?.removeEventListener('abort', cancel);
  });
  return await (waitDeadline?.track(result) ?? result);
}

function chooseTimeout({ isNeverRefused, waitDeadline }: AcquireOptions, waitMs: number): number {
  if (isNeverRefused === true || waitDeadline === undefined) return waitMs;
  return Math.min(waitMs, waitDeadline.remainingMs());
}
