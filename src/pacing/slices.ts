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

type State = {
  waiting: FairQueue<() => void>;
  startedAt: number;
  /** Whether the loop's next turn is waited for: before the first look at the clock nothing is measured. */
  isMeasured: boolean;
};

/** `now` in milliseconds, from any beginning. */
export function createSlices(now: () => number = () => performance.now()): Slices {
  const state: State = { waiting: new FairQueue(), startedAt: 0, isMeasured: false };
  const isOver = (): boolean => now() - state.startedAt >= SLICE_MS;

  const beginTurn = (): void => {
    state.startedAt = now();
    state.isMeasured = state.waiting.length > 0;
    // One at least, however slow the clock finds this process: all would wait for ever.
    if (state.isMeasured) take();
  };
  /** One after the other, each as far as it comes without waiting: promises first, then `nextTick`. */
  const goOn = (): void => {
    if (isOver() || state.waiting.length === 0) setImmediate(beginTurn);
    else take();
  };
  const take = (): void => {
    state.waiting.shift()?.item();
    queueMicrotask(() => process.nextTick(goOn));
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
