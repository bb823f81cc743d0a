/**
 * Batch schedule of one request: batched calls run after all other work that can run now, so that keys requested in
 * many places are read in one batch. Work that waits for its next time slice runs first.
 */
export class HeldCalls {
  #holders = 0;
  #held: (() => void)[] | undefined;

  /** Schedules a call for when all promises that can settle have settled and no work postpones it. */
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
