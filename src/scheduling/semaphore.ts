/** Runs work once a permit is acquired. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a semaphore with `max` permits. Waiting work runs in order of arrival. */
export function createTurns(max: number): Turns {
  const waiting: (() => void)[] = [];
  let free = max;
  return async (work) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (free > 0) resolve();
    else waiting.push(resolve);
    free = Math.max(0, free - 1);
    await promise;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
