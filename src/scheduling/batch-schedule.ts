/**
 * Calls of one request that are to come after all it does at a moment, so that what is asked for in many places is
 * asked together: where some of its work waits for a later turn of the loop, that comes first.
 */
export class HeldCalls {
  #holders = 0;
  #held: (() => void)[] | undefined;

  /** Calls once all promises are settled that can be, and nobody holds. */
  readonly schedule = (call: () => void): void => {
    void RESOLVED.then(() => process.nextTick(() => this.#make(call)));
  };

  hold(): void {
    this.#holders += 1;
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders > 0 || this.#held === undefined) return;
    const held = this.#held;
    this.#held = undefined;
    for (const call of held) this.schedule(call);
  }

  #make(call: () => void): void {
    if (this.#holders === 0) {
      call();
      return;
    }
    this.#held ??= [];
    this.#held.push(call);
  }
}

const RESOLVED = Promise.resolve();
