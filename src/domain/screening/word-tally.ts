/** How much of each of many names has its like in one, counted for one after the other without making anything anew. */
export class WordTally {
  /** What weighs, of the one and of the other, and has a like. */
  #ours = new Float64Array(0);
  #theirs = new Float64Array(0);
  /** For whom a name was counted last, and for which word. */
  #rounds = new Uint32Array(0);
  #words = new Uint32Array(0);
  #round = 0;
  #word = 0;
  #weight = 0;
  readonly #counted: number[] = [];

  /** Begins with the next one, for names at places below `size`. */
  begin(size: number): void {
    if (size > this.#ours.length) {
      this.#ours = new Float64Array(size);
      this.#theirs = new Float64Array(size);
      this.#rounds = new Uint32Array(size);
      this.#words = new Uint32Array(size);
    }
    this.#round += 1;
    this.#counted.length = 0;
  }

  /** Begins with the next word of the one, which weighs so much. */
  beginWord(weight: number): void {
    this.#word += 1;
    this.#weight = weight;
  }

  /** The name has a like of the word; what of the name weighs so much has one by that. */
  count(at: number, theirs: number): void {
    if (this.#rounds[at] !== this.#round) {
      this.#rounds[at] = this.#round;
      this.#ours[at] = 0;
      this.#theirs[at] = 0;
      this.#counted.push(at);
    }
    this.#theirs[at] = this.theirsOf(at) + theirs;
    if (this.#words[at] === this.#word) return;
    this.#words[at] = this.#word;
    this.#ours[at] = this.oursOf(at) + this.#weight;
  }

  /** The names that have a like of any word, in the order in which they were first counted. */
  get counted(): readonly number[] {
    return this.#counted;
  }

  oursOf(at: number): number {
    return this.#ours[at] ?? 0;
  }

  theirsOf(at: number): number {
    return this.#theirs[at] ?? 0;
  }
}
