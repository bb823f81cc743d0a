/** How much each of many names shares with one, counted for one after the other without making anything anew. */
export class SharedTally {
  #counts = new Uint16Array(0);
  /** For whom, and for which group of keys, a name was counted last. */
  #rounds = new Uint32Array(0);
  #groups = new Uint32Array(0);
  #round = 0;
  #group = 0;
  readonly #counted: number[] = [];
  readonly #hit: number[] = [];

  /** Begins with the next one, for names at places below `size`. */
  begin(size: number): void {
    if (size > this.#counts.length) {
      this.#counts = new Uint16Array(size);
      this.#rounds = new Uint32Array(size);
      this.#groups = new Uint32Array(size);
    }
    this.#round += 1;
    this.#counted.length = 0;
  }

  /** Counts the names at these places, each once; `worthOf` says how much of how many. */
  add(lists: readonly (readonly number[])[], worthOf: (hits: number) => number): void {
    this.#group += 1;
    this.#hit.length = 0;
    for (const list of lists) for (const at of list) this.#hitOnce(at);
    const worth = worthOf(this.#hit.length);
    for (const at of this.#hit) this.#count(at, worth);
  }

  /** In the order in which they were first counted. */
  get counted(): readonly number[] {
    return this.#counted;
  }

  countOf(at: number): number {
    return this.#counts[at] ?? 0;
  }

  #hitOnce(at: number): void {
    if (this.#groups[at] === this.#group) return;
    this.#groups[at] = this.#group;
    this.#hit.push(at);
  }

  #count(at: number, worth: number): void {
    const isFirst = this.#rounds[at] !== this.#round;
    if (isFirst) this.#counted.push(at);
    this.#rounds[at] = this.#round;
    this.#counts[at] = worth + (isFirst ? 0 : this.countOf(at));
  }
}
