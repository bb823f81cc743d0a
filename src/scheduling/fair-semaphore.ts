import { FairQueue } from './fair-queue.ts';
import type { WaitAllowance } from './wait-deadline.ts';

export type FairTurnsOptions = {
  /** How many have a turn at once, of all keys. */
  max: number;
  maxOfKey: number;
  /** How many of one key may wait. */
  waitingOfKey: number;
  waitMs: number;
  /** Milliseconds, from any beginning. */
  now?: () => number;
};

/** Gives its turn to the next. */
export type Release = () => void;

/** What a turn may need besides. */
export type TurnNeeds = {
  /** Asked when it would be its turn, and again soon where it answers false; once it has answered true it has its turn. */
  mayEnter?: () => boolean;
  /**
   * It is never refused, and waits however many others do: once it has waited for long only for its turn, and no longer
   * for `mayEnter`.
   */
  isPatient?: boolean;
  /** For how long it may wait if it is not patient; as long as anybody, left out. */
  waits?: WaitAllowance | undefined;
  /** Who is aborted waits no longer. */
  signal?: AbortSignal | undefined;
};

export type FairTurns = {
  /**
   * Resolves when it is its turn; to undefined where too many wait already, when it has waited for too long, or when it is
   * aborted.
   */
  take: (key: number, needs?: TurnNeeds) => Promise<Release | undefined>;
  /** Milliseconds for which every permit has been held by the same holders; 0 while one is free. */
  exhaustedMs: () => number;
};

type Waiting = {
  resolve: (release: Release | undefined) => void;
  mayEnter: () => boolean;
};

/** Turns at heavy work. The keys take them one after the other, however many of one of them wait. */
export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const { max, maxOfKey, waitingOfKey, waitMs, now = () => performance.now() } = options;
  const waiting = new FairQueue<Waiting>();
  const taken = new Map<number, number>();
  let total = 0;
  let acquiredAt = 0;
  const isNext = (key: number, { mayEnter }: Waiting): boolean =>
    (taken.get(key) ?? 0) < maxOfKey && mayEnter();
  const enter = (key: number): Release => {
    total += 1;
    acquiredAt = now();
    taken.set(key, (taken.get(key) ?? 0) + 1);
    return once(() => leave(key));
  };
  const leave = (key: number): void => {
    total -= 1;
    const left = (taken.get(key) ?? 1) - 1;
    if (left === 0) taken.delete(key);
    else taken.set(key, left);
    letIn();
  };
  const letIn = (): void => {
    for (let free = max - total; free > 0; free -= 1) {
      const next = waiting.shift(isNext);
      if (next === undefined) return;
      next.item.resolve(enter(next.key));
    }
  };

  return {
    exhaustedMs: () => (total < max ? 0 : now() - acquiredAt),
    take: async (key, needs = {}) => {
      const { mayEnter = always, isPatient = false } = needs;
      if (needs.signal?.aborted === true) return undefined;
      const { promise, resolve } = Promise.withResolvers<Release | undefined>();
      const one: Waiting = { resolve, mayEnter };
      const giveUp = (): void => {
        if (waiting.remove(key, one)) resolve(undefined);
      };
      waiting.push(key, one);
      letIn();
      if (!isPatient && waiting.lengthOf(key) > waitingOfKey) giveUp();
      const onLate = isPatient ? () => Object.assign(one, { mayEnter: always }) : giveUp;
      if (!waiting.has(key, one)) return await promise;
      return await untilOver(promise, { giveUp, onLate, letIn, waitMs, needs });
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

type Patience = {
  giveUp: () => void;
  onLate: () => void;
  letIn: () => void;
  waitMs: number;
  needs: TurnNeeds;
};

/** What keeps a turn back besides other turns is looked for so often. */
const LOOK_MS = 250;

async function untilOver<T>(
  promise: Promise<T>,
  { giveUp, onLate, letIn, waitMs, needs }: Patience,
): Promise<T> {
  const { signal, waits } = needs;
  const timer = setTimeout(onLate, timeOf(needs, waitMs));
  const look = setInterval(letIn, LOOK_MS);
  signal?.addEventListener('abort', giveUp);
  const over = promise.finally(() => {
    clearTimeout(timer);
    clearInterval(look);
    signal?.removeEventListener('abort', giveUp);
  });
  return await (waits?.during(over) ?? over);
}

function timeOf({ isPatient, waits }: TurnNeeds, waitMs: number): number {
  if (isPatient === true || waits === undefined) return waitMs;
  return Math.min(waitMs, waits.leftMs());
}
