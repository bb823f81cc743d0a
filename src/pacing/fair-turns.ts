import { FairQueue } from './fair-queue.ts';

export type FairTurnsOptions = {
  /** How many have a turn at once, of all keys. */
  max: number;
  maxOfKey: number;
  /** How many of one key may wait. */
  waitingOfKey: number;
  waitMs: number;
};

/** Gives its turn to the next. */
export type Release = () => void;

export type FairTurns = {
  /** Resolves when it is its turn; to undefined where too many wait already, or when it has waited for too long. */
  take: (key: number) => Promise<Release | undefined>;
};

type Waiting = (release: Release | undefined) => void;

/** Turns at heavy work. The keys take them one after the other, however many of one of them wait. */
export function createFairTurns(options: FairTurnsOptions): FairTurns {
  const { max, maxOfKey, waitingOfKey, waitMs } = options;
  const waiting = new FairQueue<Waiting>();
  const taken = new Map<number, number>();
  let total = 0;

  const isFree = (key: number): boolean => (taken.get(key) ?? 0) < maxOfKey;
  const enter = (key: number): Release => {
    total += 1;
    taken.set(key, (taken.get(key) ?? 0) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      leave(key);
    };
  };
  const leave = (key: number): void => {
    total -= 1;
    const left = (taken.get(key) ?? 1) - 1;
    if (left === 0) taken.delete(key);
    else taken.set(key, left);
    const next = total < max ? waiting.shift(isFree) : undefined;
    next?.item(enter(next.key));
  };

  return {
    take: async (key) => {
      if (total < max && isFree(key)) return enter(key);
      if (waiting.lengthOf(key) >= waitingOfKey) return undefined;
      const { promise, resolve } = Promise.withResolvers<Release | undefined>();
      const timer = setTimeout(() => {
        waiting.remove(key, resolve);
        resolve(undefined);
      }, waitMs);
      waiting.push(key, resolve);
      return await promise.finally(() => clearTimeout(timer));
    },
  };
}
