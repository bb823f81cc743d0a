import { FairQueue } from './fair-queue.ts';

/** Shares the one thread among long pieces of work, so that what comes meanwhile is answered in between. */
export type Slices = {
  /** Whether long work has had its part of the loop's present turn, and is to `wait`. */
  isOver: () => boolean;
  /** Resolves when work for that key may go on, in a later turn of the loop: the keys take turns. */
  wait: (key: number) => Promise<void>;
};

/** Of one turn of the loop. What it does besides, such as reading from sockets, comes on top. */
const SLICE_MS = 5;

/** A piece that cannot be cut, such as the parsing of a long body, may take this long; after more there is a rest. */
const PIECE_MS_MAX = 2 * SLICE_MS;
/** No rest is longer, however long a piece took: the clock also counts what other programs do. */
const REST_MS_MAX = 100;

/** Whose work it was that ran, and since when. */
type Piece = { key: number; startedAt: number };

type State = {
  waiting: FairQueue<() => void>;
  startedAt: number;
  /** Whether the loop's next turn is waited for: before the first look at the clock nothing is measured. */
  isMeasured: boolean;
  /** The keys that are to wait on. */
  resting: Set<number>;
  restsUntil: number;
  timer: NodeJS.Timeout | undefined;
};

/** `now` in milliseconds, from any beginning. */
export function createSlices(now: () => number = () => performance.now()): Slices {
  const state: State = {
    waiting: new FairQueue(),
    startedAt: 0,
    isMeasured: false,
    resting: new Set(),
    restsUntil: 0,
    timer: undefined,
  };
  const isOver = (): boolean => now() - state.startedAt >= SLICE_MS;

  const beginTurn = (): void => {
    state.startedAt = now();
    // One at least, however slow the clock finds this process: all would wait for ever.
    state.isMeasured = take();
  };
  /** One after the other, each as far as it comes without waiting: promises first, then `nextTick`. */
  const take = (): boolean => {
    const next = state.waiting.shift((key) => !state.resting.has(key));
    if (next === undefined) return false;
    const piece = { key: next.key, startedAt: now() };
    next.item();
    queueMicrotask(() => process.nextTick(goOn, piece));
    return true;
  };
  const goOn = ({ key, startedAt }: Piece): void => {
    const tookMs = now() - startedAt;
    if (tookMs > PIECE_MS_MAX) rest(key, Math.min(tookMs, REST_MS_MAX));
    if (isOver() || !take()) setImmediate(beginTurn);
  };
  /**
   * A request takes several turns of the loop, so that with one long piece in each of them it would wait for many of those:
   * others have the loop for as long as it was held.
   */
  const rest = (key: number, restMs: number): void => {
    state.resting.add(key);
    state.restsUntil = Math.max(state.restsUntil, now()) + restMs;
    clearTimeout(state.timer);
    state.timer = setTimeout(endRest, state.restsUntil - now());
  };
  const endRest = (): void => {
    state.resting.clear();
    if (state.waiting.length > 0) measure();
  };
  const measure = (): void => {
    if (state.isMeasured) return;
    state.isMeasured = true;
    state.startedAt = now();
    setImmediate(beginTurn);
  };

  return {
    isOver: () => {
      measure();
      return isOver();
    },
    wait: async (key) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.waiting.push(key, resolve);
      measure();
      await promise;
    },
  };
}

/** Those of this process, which has one loop. */
export const slices: Slices = createSlices();
