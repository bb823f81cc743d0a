/** Total time that all waits of one request for permits and memory may take. */
export class WaitDeadline {
  readonly #maxMs: number;
  #waitedMs = 0;
  /** Number of waits in progress; waits that overlap count once. */
  #waits = 0;
  #waitStartedAt = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** Restores the full time, for example for the next event of a subscription. */
  renew(): void {
    this.#waitedMs = 0;
    this.#waitStartedAt = performance.now();
  }

  /** Returns the milliseconds that are left, at least 0. */
  remainingMs(): number {
    const currentMs = this.#waits > 0 ? performance.now() - this.#waitStartedAt : 0;
    return Math.max(0, this.#maxMs - this.#waitedMs - currentMs);
  }

  /** Subtracts the time until the promise settles, and returns its result. */
  async track<T>(wait: Promise<T>): Promise<T> {
    if (this.#waits === 0) this.#waitStartedAt = performance.now();
    this.#waits += 1;
    try {
      return await wait;
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) this.#waitedMs += performance.now() - this.#waitStartedAt;
    }
  }
}
