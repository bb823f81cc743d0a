/** Has no more than so many works under way; the others wait for theirs in the order in which they came. */
export class Turns {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay >= this.#max) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      // Whoever leaves hands its turn on, so that nobody comes between.
      await promise;
    } else this.#underWay += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#underWay -= 1;
      else next();
    }
  }
}
