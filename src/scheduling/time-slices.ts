import { FairQueue } from './fair-queue.ts';

/** Time slices for long work in the event loop, so that other requests are handled in between. */
export type Slices = {
  /** True when the time slice of the current turn of the loop is used up, so that work must `wait`. */
  isOver: () => boolean;
  /** Resolves when work for the key may continue, in a later turn of the loop. Keys are served in rotation. */
  wait: (key: number) => Promise<void>;
};

/** Time slices that are notified of requests and connections. */
export type SharedSlices = Slices & {
  /** Records a request of a key. Keys that are not alone rest for each other. */
  hear: (key: number) => void;
  /**
   * Records a new connection. Node accepts one connection in a turn of the loop, so that long work skips this turn:
   * otherwise a client behind a hundred others would wait for a hundred slices.
   */
  makeWay: () => void;
};

/**
 * Time for long work in one turn of the loop, in addition to the other work of the turn, for example reading from sockets.
 * A request takes three or four turns, each of which waits for a slice. A turn itself takes a few hundredths of this.
 */
const SLICE_MS = 1;

/** Longest time of a piece that cannot be split, for example parsing a long body. A longer piece is followed by a rest. */
const PIECE_MS_MAX = 5 * SLICE_MS;
/** Maximum rest: the clock also measures the time of other programs. */
const REST_MS_MAX = 100;
/** Maximum number of consecutive turns that are skipped for new connections. */
const LEFT_OUT_MAX = 3;
/** Maximum number of skipped turns for background work. */
const SPARE_LEFT_OUT_MAX = 31;
/** Time without a request of another key, after which a key counts as alone and no longer rests. */
const ALONE_MS = 1_000;

/** Key of the running work, and the time of its start. */
type Piece = { key: number; startedAt: number };

/**
 * Creates time slices. `now` is in milliseconds with any start. With `sliceMs` 0, one piece runs in each turn of the
 * loop.
 */
export function createSlices(
  now: () => number = () => performance.now(),
  sliceMs: number = SLICE_MS,
): SharedSlices {
  return new TurnsOfLoop(now, sliceMs);
}

class TurnsOfLoop implements SharedSlices {
  readonly #now: () => number;
  readonly #sliceMs: number;
  readonly #waiting = new FairQueue<() => void>();
  #startedAt = 0;
  /** True while the next turn of the loop is awaited: nothing is measured before the first reading of the clock. */
  #isMeasured = false;
  /** True when a connection arrived in this turn of the loop. */
  #isCrowded = false;
  #leftOutCount = 0;
  /** Keys that rest. */
  readonly #resting = new Set<number>();
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #heardKey: number | undefined;
  /** Time of the last request of another key than the one before. */
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

  readonly hear = (key: number): void => {
    if (key === this.#heardKey) return;
    if (this.#heardKey !== undefined) this.#changedAt = this.#now();
    this.#heardKey = key;
  };

  readonly makeWay = (): void => {
    this.#measure();
    this.#startedAt = Number.NEGATIVE_INFINITY;
    this.#isCrowded = true;
  };

  #isOver(): boolean {
    return this.#now() - this.#startedAt >= this.#sliceMs;
  }

  #measure(): void {
    if (this.#isMeasured) return;
    this.#isMeasured = true;
    this.#startedAt = this.#now();
    setImmediate(this.#beginTurn);
  }

  readonly #beginTurn = (): void => {
    const isCrowded = this.#isCrowded;
    this.#isCrowded = false;
    const most = this.#sliceMs === 0 ? SPARE_LEFT_OUT_MAX : LEFT_OUT_MAX;
    if (isCrowded && this.#leftOutCount < most) {
      this.#leftOutCount += 1;
      setImmediate(this.#beginTurn);
      return;
    }
    this.#leftOutCount = 0;
    this.#startedAt = isCrowded ? Number.NEGATIVE_INFINITY : this.#now();
    // At least one runs, even when the clock reports no time left: otherwise all would wait for ever.
    this.#isMeasured = this.#take();
  };

  /** Runs waiting work one after the other, each until it waits again: promises first, then `nextTick`. */
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
    if (this.#isOver() || !this.#take()) setImmediate(this.#beginTurn);
  };

  /**
   * Lets a key rest for as long as its piece used the loop. A request takes several turns of the loop, so that it would
   * otherwise wait for several long pieces.
   */
  #rest(key: number, restMs: number): void {
    if (this.#heardKey === key && this.#now() - this.#changedAt > ALONE_MS) return;
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
export const slices: SharedSlices = createSlices();

/** Time slices for background work: one piece in each turn of the loop. */
export const spareTurns: SharedSlices = createSlices(undefined, 0);
