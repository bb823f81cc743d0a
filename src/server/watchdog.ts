import { AppError } from '../errors.ts';

/** Request as the watchdog sees it. */
export type Watched = {
  /** True while the body is still to come, for which Node has a timeout of its own. */
  isReceiving: () => boolean;
  /** Called once, when the request is ended. */
  onTimeout: () => void;
  /** Called with the error of work that fails after its request was ended. */
  onLateFailure: (error: unknown) => void;
};

export type Watchdog = {
  /**
   * Settles as `work` does, or rejects with AppError `service_unavailable` when it takes longer than the timeout; `discard`
   * receives what the work returns after that.
   */
  guard: <T>(watched: Watched, work: Promise<T>, discard: (result: T) => void) => Promise<T>;
  /** Ends the requests that are older than the timeout. Called by a timer while there are requests. */
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
  isEnded: boolean;
  reject: (error: AppError) => void;
};

/** Interval between two sweeps. */
const SWEEP_MS = 1_000;
/** Margin in which Node ends the connection of a body that does not arrive in time. */
const RECEIVING_MS = 5_000;

/**
 * Ends requests whose execution does not settle in time, so that their resources are released. One timer serves all
 * requests. The work itself continues: its transaction ends by the timeouts of its statements.
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

  async guard<T>(watched: Watched, work: Promise<T>, discard: (result: T) => void): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const entry: Entry = {
      startedAt: this.#now(),
      isReceiving: watched.isReceiving,
      isEnded: false,
      reject,
    };
    work.then(
      (result) => (entry.isEnded ? discard(result) : resolve(result)),
      (error: unknown) => (entry.isEnded ? watched.onLateFailure(error) : reject(error)),
    );
    this.#entries.add(entry);
    this.#schedule();
    try {
      return await promise;
    } finally {
      this.#entries.delete(entry);
      if (entry.isEnded) watched.onTimeout();
    }
  }

  sweep(): void {
    for (const entry of this.#entries) {
      const ageMs = this.#now() - entry.startedAt;
      if (ageMs < this.#timeoutMs) return;
      if (ageMs < this.#timeoutMs + RECEIVING_MS && entry.isReceiving()) continue;
      entry.isEnded = true;
      this.#entries.delete(entry);
      entry.reject(timedOut(this.#timeoutMs));
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

function timedOut(timeoutMs: number): AppError {
  return new AppError(
    'service_unavailable',
    `The request exceeded the time limit of ${timeoutMs} ms. A change may have been stored: send the request again with the same idempotency key.`,
  );
}
