import { vi } from 'vitest';

/** Promises of a model run, all of which must settle. */
export class Waiters {
  #pending = 0;

  /** Counts the promise until it settles, and returns nothing to wait for. */
  add<T>(promise: Promise<T>, onValue: (value: T) => void = () => undefined): void {
    this.#pending += 1;
    void this.#settle(promise, onValue);
  }

  async #settle<T>(promise: Promise<T>, onValue: (value: T) => void): Promise<void> {
    const [outcome] = await Promise.allSettled([promise]);
    this.#pending -= 1;
    if (outcome.status === 'fulfilled') onValue(outcome.value);
  }

  get pending(): number {
    return this.#pending;
  }
}

/** Runs all pending promise reactions. */
export async function flush(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve));
}

/** Advances fake time, and runs everything that becomes due. */
export async function pass(ms: number): Promise<void> {
  await flush();
  vi.advanceTimersByTime(ms);
  await flush();
}
