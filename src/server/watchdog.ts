import { AppError } from '../errors.ts';

/** Callbacks of a request for the watchdog. */
export type WatchedRequest = {
  /** True while the body is still arriving; Node has a timeout of its own for that. */
  isReceiving: () => boolean;
  /** Called once when the request has timed out. */
  onTimeout: () => void;
  /** Called with the error of work that fails after its request has timed out. */
  onLateFailure: (error: unknown) => void;
};

export type Watchdog = {
  /**
   * Settles like `work`, or rejects with AppError `service_unavailable` after the timeout. A result that arrives later
   * is passed to `discard`.
   */
  guard: <T>(watched: WatchedRequest, work: Promise<T>, discard: (result: T) => void) => Promise<T>;
  /** Rejects the requests that are older than the timeout. A timer calls it while there are requests. */
  sweep: () => void;
};

export type WatchdogOptions = {
  timeoutMs: number;
  /** Clock in milliseconds with any origin. */
  now?: () => number;
};

type Entry = {
  startedAt: number;
  isReceiving: () => boolean;
  isTimedOut: boolean;
  reject: (error: AppError) => void;
};

/** Interval between two sweeps. */
const SWEEP_MS = 1_000;
/** Additional time for a request whose body is still arriving, so that Node's own timeout ends it first. */
const RECEIVING_EXTRA_MS = 5_000;

/**
 * Creates a watchdog that rejects requests whose execution does not settle in time, so that their resources are
 * released. One timer serves all requests. The work itself continues until its statements time out.
 */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  return new SweepingWatchdog(options);
}

class SweepingWatchdog implements Watchdog {
  /** Requests, oldest first. */
  readonly #entries = new Set<Entry>();
  readonly #timeoutMs: number;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor({ timeoutMs, now = () => performance.now() }: WatchdogOptions) {
    this.#timeoutMs = timeoutMs;
    this.#now = now;
  }

  async guard<T>(
    watched: WatchedRequest,
    work: Promise<T>,
    discard: (result: T) => void,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const entry: Entry = {
      startedAt: this.#now(),
      isReceiving: watched.isReceiving,
      isTimedOut: false,
      reject,
    };
    work.then(
      (result) => (entry.isTimedOut ? discard(result) : resolve(result)),
      (error: unknown) => (entry.isTimedOut ? watched.onLateFailure(error) : reject(error)),
    );
    this.#entries.add(entry);
    this.#schedule();
    try {
      return await promise;
    } finally {
      this.#entries.delete(entry);
      if (entry.isTimedOut) watched.onTimeout();
    }
  }

  sweep(): void {
    for (const entry of this.#entries) {
      const ageMs = this.#now() - entry.startedAt;
      // The requests behind it are younger.
      if (ageMs < this.#timeoutMs) return;
      if (ageMs < this.#timeoutMs + RECEIVING_EXTRA_MS && entry.isReceiving()) continue;
      entry.isTimedOut = true;
      this.#entries.delete(entry);
      entry.reject(toTimeoutError(this.#timeoutMs));
    }
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#entries.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.sweep();
      this.#schedule();
    }, SWEEP_MS).unref();
  }
}

function toTimeoutError(timeoutMs: number): AppError {
  return new AppError(
    'service_unavailable',
    `The request exceeded the time limit of ${timeoutMs} ms. A change may have been stored: send the request again with the same idempotency key.`,
  );
}
