/** Runs work once a permit is free, and releases the permit afterwards. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a semaphore with `max` permits; waiting work runs in order of arrival. */
export function createSemaphore(max: number): Semaphore {
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
      const resolveNext = waiting.shift();
      if (resolveNext === undefined) free += 1;
      else resolveNext();
    }
  };
}
