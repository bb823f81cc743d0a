import { FairQueue } from './fair-queue.ts';

/** Shares the one thread among long pieces of work, so that what comes meanwhile is answered in between. */
export type Slices = {
  /** Whether long work has had its part of the loop's present turn, and is to `wait`. */
  isOver: () => boolean;
  /** Resolves when work for that key may go on, in a later turn of the loop: the keys take turns. */
  wait: (key: number) => Promise<void>;
};

/** The same for who knows of every request. */
export type SharedSlices = Slices & {
  /** A request came for that key: keys that are not alone rest for each other. */
  hear: (key: number) => void;
  /**
   * A connection came. Node takes one in a turn of the loop, so that long work leaves this turn out: whoever connects behind
   * a hundred others would else wait for a hundred slices.
   */
  makeWay: () => void;
};

/**
 * Of one turn of the loop. What it does besides, such as reading from sockets, comes on top. A request takes three or four turns, each of
 * which waits for a slice; a turn itself costs some hundredths of this.
 */
const SLICE_MS = 1;

/** A piece that cannot be cut, such as the parsing of a long body, may take this long; after more there is a rest. */
const PIECE_MS_MAX = 5 * SLICE_MS;
/** No rest is longer, however long a piece took: the clock also counts what other programs do. */
const REST_MS_MAX = 100;
/** So many turns of the loop in a row are left to those who connect. */
const LEFT_OUT_MAX = 3;
/** The same of what nobody waits for. */
const SPARE_LEFT_OUT_MAX = 31;
/** After so long without a request of another key the last one is alone, and rests for nobody. */
const ALONE_MS = 1_000;

/** Whose work it was that ran, and since when. */
type Piece = { key: number; startedAt: number };

/** `now` in milliseconds, from any beginning; `sliceMs` 0 lets one piece run in each turn of the loop. */
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
  /** Whether the loop's next turn is waited for: before the first look at the clock nothing is measured. */
  #isMeasured = false;
  /** Whether a connection came in this turn of the loop. */
  #isCrowded = false;
  #leftOutCount = 0;
  /** The keys that are to wait on. */
  readonly #resting = new Set<number>();
  #restsUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #heardKey: number | undefined;
  /** When a request came of another key than the one before. */
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
    // One at least, however slow the clock finds this process: all would wait for ever.
    this.#isMeasured = this.#take();
  };

  /** One after the other, each as far as it comes without waiting: promises first, then `nextTick`. */
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
   * A request takes several turns of the loop, so that with one long piece in each of them it would wait for many of those:
   * others have the loop for as long as it was held.
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

/** Those of this process, which has one loop. */
export const slices: SharedSlices = createSlices();

/** For what nobody waits for: one piece in each turn of the loop. */
export const spareTurns: SharedSlices = createSlices(undefined, 0);
