/** For how long one answer may wait, for turns and for room, whatever it waits for and however often. */
export class WaitAllowance {
  readonly #maxMs: number;
  #spentMs = 0;
  /** What it waits for at the moment; what it waits for at the same time counts once. */
  #waits = 0;
  #since = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** The next answer to the same request begins, as with the next event of a stream. */
  renew(): void {
    this.#spentMs = 0;
    this.#since = performance.now();
  }

  leftMs(): number {
    const nowMs = this.#waits > 0 ? performance.now() - this.#since : 0;
    return Math.max(0, this.#maxMs - this.#spentMs - nowMs);
  }

  /** Counts the time until it is settled. */
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
