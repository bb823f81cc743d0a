import { FairQueue } from './fair-queue.ts';

/** Cooperative scheduler of long work on the event loop, so that other requests are served in between. */
export type TimeSlices = {
  /** True when the time slice of this iteration of the event loop is used up, so that long work must call `wait`. */
  isOver: () => boolean;
  /** Resolves in a later iteration, when work of the key (a service) may continue. Keys are served round-robin. */
  wait: (key: number) => Promise<void>;
};

/** Time slices that also take account of requests and new connections. */
export type SharedTimeSlices = TimeSlices & {
  /** Records a request of the key. Work of a key is paused in favour of others only while other keys send requests. */
  noteRequest: (key: number) => void;
  /**
   * Skips long work in this iteration because a connection was accepted. Node accepts one connection per iteration: the
   * last of a hundred new connections would otherwise wait for a hundred slices.
   */
  yieldToConnections: () => void;
};

/**
 * Duration of a time slice. Each iteration of the event loop has one, in addition to reading from sockets and other
 * callbacks. A request takes three or four iterations and may wait for a slice in each of them.
 */
const SLICE_MS = 1;

/** Longest uninterrupted piece of work, for example parsing a long body, after which its key is not paused. */
const PIECE_MS_MAX = 5 * SLICE_MS;
/** Longest pause. The measured time of a piece may include time in which the kernel ran other programs. */
const PAUSE_MS_MAX = 100;
/** Maximum number of consecutive iterations without long work because of new connections. */
const SKIPPED_MAX = 3;
/** The same maximum for idle work. */
const IDLE_SKIPPED_MAX = 31;
/** Time without requests of other keys after which a key is never paused. */
const ALONE_MS = 1_000;

/** Uninterrupted piece of work that is running. */
type Piece = { key: number; startedAt: number };

/**
 * Creates time slices. `now` is a monotonic clock in milliseconds; `sliceMs` 0 runs one piece of work per iteration.
 */
export function createTimeSlices(
  now: () => number = () => performance.now(),
  sliceMs: number = SLICE_MS,
): SharedTimeSlices {
  return new LoopTimeSlices(now, sliceMs);
}

class LoopTimeSlices implements SharedTimeSlices {
  readonly #now: () => number;
  readonly #sliceMs: number;
  readonly #waiting = new FairQueue<() => void>();
  #startedAt = 0;
  /** True while `#beginIteration` is scheduled; an idle process schedules none. */
  #isMeasured = false;
  /** True when a connection was accepted in this iteration. */
  #hasConnection = false;
  #skippedCount = 0;
  /** Keys whose work is paused. */
  readonly #pausedKeys = new Set<number>();
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #requestKey: number | undefined;
  /** Time of the last request whose key differed from that of the request before. */
  #changedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number, sliceMs: number) {
    this.#now = now;
    this.#sliceMs = sliceMs;
  }

  readonly isOver = (): boolean => {
    this.#measure();
    return this.#isOver();
  };

  readonly wait = async (key: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(key, resolve);
    this.#measure();
    await promise;
  };

  readonly noteRequest = (key: number): void => {
    if (key === this.#requestKey) return;
    if (this.#requestKey !== undefined) this.#changedAt = this.#now();
    this.#requestKey = key;
  };

  readonly yieldToConnections = (): void => {
    this.#measure();
    this.#startedAt = Number.NEGATIVE_INFINITY;
    this.#hasConnection = true;
  };

  #isOver(): boolean {
    return this.#now() - this.#startedAt >= this.#sliceMs;
  }

  #measure(): void {
    if (this.#isMeasured) return;
    this.#isMeasured = true;
    this.#startedAt = this.#now();
    setImmediate(this.#beginIteration);
  }

  readonly #beginIteration = (): void => {
    const hasConnection = this.#hasConnection;
    this.#hasConnection = false;
    const skippedMax = this.#sliceMs === 0 ? IDLE_SKIPPED_MAX : SKIPPED_MAX;
    if (hasConnection && this.#skippedCount < skippedMax) {
      this.#skippedCount += 1;
      setImmediate(this.#beginIteration);
      return;
    }
    this.#skippedCount = 0;
    this.#startedAt = hasConnection ? Number.NEGATIVE_INFINITY : this.#now();
    // At least one piece runs per iteration: on a slow machine all work would otherwise wait without end.
    this.#isMeasured = this.#runNext();
  };

  /** Runs the next waiting work until it waits itself: promise callbacks run first, then `nextTick`. */
  #runNext(): boolean {
    const next = this.#waiting.shift((key) => !this.#pausedKeys.has(key));
    if (next === undefined) return false;
    const piece = { key: next.key, startedAt: this.#now() };
    next.item();
    queueMicrotask(() => process.nextTick(this.#afterPiece, piece));
    return true;
  }

  readonly #afterPiece = ({ key, startedAt }: Piece): void => {
    const tookMs = this.#now() - startedAt;
    if (tookMs > PIECE_MS_MAX) this.#pause(key, Math.min(tookMs, PAUSE_MS_MAX));
    if (this.#isOver() || !this.#runNext()) setImmediate(this.#beginIteration);
  };

  /**
   * Pauses the key for as long as its piece blocked the event loop. Otherwise a request of another key, which takes
   * several iterations, would wait for a long piece in each of them.
   */
  #pause(key: number, pauseMs: number): void {
    if (this.#requestKey === key && this.#now() - this.#changedAt > ALONE_MS) return;
    this.#pausedKeys.add(key);
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now()) + pauseMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#endPause, this.#pausedUntil - this.#now());
  }

  readonly #endPause = (): void => {
    this.#pausedKeys.clear();
    if (this.#waiting.length > 0) this.#measure();
  };
}

/** Time slices of this process, which has one event loop. */
export const timeSlices: SharedTimeSlices = createTimeSlices();

/** Time slices of work that no request waits for: one piece per iteration. */
export const idleSlices: SharedTimeSlices = createTimeSlices(undefined, 0);
