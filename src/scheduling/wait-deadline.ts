/** Total time that one response may wait for permits and reservations. */
export class WaitAllowance {
  readonly #maxMs: number;
  #spentMs = 0;
  /** Number of current waits. Concurrent waits count once. */
  #waits = 0;
  #since = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** Starts the time of the next response to the same request, as for the next event of a stream. */
  renew(): void {
    this.#spentMs = 0;
    this.#since = performance.now();
  }

  leftMs(): number {
    const nowMs = this.#waits > 0 ? performance.now() - this.#since : 0;
    return Math.max(0, this.#maxMs - this.#spentMs - nowMs);
  }

  /** Counts the time until the promise settles. */
  async during<T>(wait: Promise<T>): Promise<T> {
    if (this.#waits === 0) this.#since = performance.now();
    this.#waits += 1;
    try {
      return await wait;
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) this.#spentMs += performance.now() - this.#since;
    }
  }
}
