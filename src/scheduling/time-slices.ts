import { FairQueue } from './fair-queue.ts';

/** Shares the event loop among long pieces of work, so that other requests are answered between them. */
export type TimeSlices = {
  /** True when long work has used its time slice of this event loop iteration and must `wait`. */
  isOver: () => boolean;
  /** Resolves in a later iteration, when work for the key (a service) may continue; keys are served in rotation. */
  wait: (key: number) => Promise<void>;
};

/** Time slices that are also notified of requests and connections. */
export type SharedTimeSlices = TimeSlices & {
  /** Notes a request for the key: work of one key rests for another key only while both send requests. */
  noteRequest: (key: number) => void;
  /**
   * Skips long work in this iteration because a connection was accepted. Node accepts one connection per iteration: the
   * last of a hundred new connections would otherwise wait for a hundred slices.
   */
  yieldToConnections: () => void;
};

/**
 * Time slice of one event loop iteration; reading from sockets and other callbacks come on top. A request takes three or
 * four iterations, each of which waits for a slice; the iteration itself costs a few hundredths of a millisecond.
 */
const SLICE_MS = 1;

/** Longest piece of work, for example the parsing of a long body, that is not followed by a rest. */
const PIECE_MS_MAX = 5 * SLICE_MS;
/** Longest rest, however long a piece took: the clock also counts time that other programs used. */
const REST_MS_MAX = 100;
/** Most consecutive iterations that are left to new connections. */
const SKIPPED_MAX = 3;
/** Most consecutive iterations that idle work leaves to new connections. */
const IDLE_SKIPPED_MAX = 31;
/** Time without a request of another key after which a key is alone and no longer rests. */
const ALONE_MS = 1_000;

/** Piece of work that is running. */
type Piece = { key: number; startedAt: number };

/** Creates time slices by a monotonic clock in milliseconds; `sliceMs` 0 runs one piece of work per iteration. */
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
  /** True while the next iteration is scheduled; an idle process measures nothing. */
  #isMeasured = false;
  /** True when a connection was accepted in this iteration. */
  #hasConnection = false;
  #skippedCount = 0;
  /** Keys whose work rests. */
  readonly #resting = new Set<number>();
  #restsUntil = 0;
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
    this.#isMeasured = this.#take();
  };

  /** Runs the next waiting work until it waits itself: promise callbacks run first, then `nextTick`. */
  #take(): boolean {
    const next = this.#waiting.shift((key) => !this.#resting.has(key));
    if (next === undefined) return false;
    const piece = { key: next.key, startedAt: this.#now() };
    next.item();
    queueMicrotask(() => process.nextTick(this.#goOn, piece));
    return true;
  }

  readonly #goOn = ({ key, startedAt }: Piece): void => {
    const tookMs = this.#now() - startedAt;
    if (tookMs > PIECE_MS_MAX) this.#rest(key, Math.min(tookMs, REST_MS_MAX));
    if (this.#isOver() || !this.#take()) setImmediate(this.#beginIteration);
  };

  /**
   * Lets the key rest for as long as its piece blocked the loop. A request takes several iterations; with one long piece in
   * each of them it would wait for several long pieces.
   */
  #rest(key: number, restMs: number): void {
    if (this.#requestKey === key && this.#now() - this.#changedAt > ALONE_MS) return;
    this.#resting.add(key);
    this.#restsUntil = Math.max(this.#restsUntil, this.#now()) + restMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#endRest, this.#restsUntil - this.#now());
  }

  readonly #endRest = (): void => {
    this.#resting.clear();
    if (this.#waiting.length > 0) this.#measure();
  };
}

/** Time slices of this process, which has one event loop. */
export const timeSlices: SharedTimeSlices = createTimeSlices();

/** Time slices of work that no request waits for: one piece per iteration. */
export const idleSlices: SharedTimeSlices = createTimeSlices(undefined, 0);
