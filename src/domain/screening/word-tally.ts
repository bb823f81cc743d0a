/** What one side of two names has of the other: its words that have a like, and those that are not like enough. */
export class TalliedSide {
  /** What weighs and has a like. */
  weight = new Float64Array(0);
  /** What presses the score below what is asked, by words that have a like which is not like enough. */
  against = new Float64Array(0);
  /** What the slips cost. */
  cost = new Float64Array(0);

  grow(size: number): void {
    this.weight = new Float64Array(size);
    this.against = new Float64Array(size);
    this.cost = new Float64Array(size);
  }

  clear(at: number): void {
    this.weight[at] = 0;
    this.against[at] = 0;
    this.cost[at] = 0;
  }
}

/** A word as it is counted: what it weighs, how alike its like is, and what the slips cost. */
export type Counted = { likeness: number; cost: number; isJoined?: boolean };

/**
 * How much of each of many names has its like in one, counted for one after the other without making anything anew, for scores
 * of `from` on. All of it is in favour of the names: nothing counts less than it can in scoring.
 */
export class WordTally {
  readonly ours = new TalliedSide();
  readonly theirs = new TalliedSide();
  /** By how much words of both that are like enough lift the score above what is asked. */
  lift = new Float64Array(0);
  /** Whether (1) words of one may be joined in the other, of which only one may be known for a part. */
  joined = new Uint8Array(0);
  /** For whom a name was counted last, and for which word. */
  #rounds = new Uint32Array(0);
  #words = new Uint32Array(0);
  #round = 0;
  #word = 0;
  #weight = 0;
  #from = 0;
  readonly #counted: number[] = [];

  /** Begins with the next one, for names at places below `size`. */
  begin(size: number, from: number): void {
    if (size > this.#rounds.length) {
      this.ours.grow(size);
      this.theirs.grow(size);
      this.lift = new Float64Array(size);
      this.joined = new Uint8Array(size);
      this.#rounds = new Uint32Array(size);
      this.#words = new Uint32Array(size);
    }
    this.#from = from;
    this.#round += 1;
    this.#counted.length = 0;
  }

  /** Begins with the next word of the one, which weighs so much; 0 for one that is not missed. */
  beginWord(weight: number): void {
    this.#word += 1;
    this.#weight = weight;
  }

  /** The name has a like of the word; the likest is to come first. */
  countOurs(at: number, like: Counted): void {
    if (this.#words[at] === this.#word) return;
    this.#words[at] = this.#word;
    this.#see(at);
    this.#count(this.ours, at, { weight: this.#weight, like });
  }

  /** What of the name weighs so much has a like, this one at best. */
  countTheirs(at: number, weight: number, like: Counted): void {
    this.#see(at);
    this.#count(this.theirs, at, { weight, like });
  }

  #see(at: number): void {
    if (this.#rounds[at] === this.#round) return;
    this.#rounds[at] = this.#round;
    this.ours.clear(at);
    this.theirs.clear(at);
    this.lift[at] = 0;
    this.joined[at] = 0;
    this.#counted.push(at);
  }

  #count(side: TalliedSide, at: number, { weight, like }: { weight: number; like: Counted }): void {
    if (like.isJoined) this.joined[at] = 1;
    if (weight === 0) return;
    add(side.weight, at, weight);
    add(side.cost, at, like.cost);
    const lift = (weight * (like.likeness - this.#from)) / 2;
    if (lift > 0) add(this.lift, at, lift);
    else add(side.against, at, -lift);
  }

  /** The names that have a like of any word, in the order in which they were first counted. */
  get counted(): readonly number[] {
    return this.#counted;
  }
}

function add(values: Float64Array, at: number, value: number): void {
  values[at] = (values[at] ?? 0) + value;
}
