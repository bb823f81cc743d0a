/** A word as it is counted: what it weighs, how alike its like is, and what the slips cost. */
export type Counted = { likeness: number; cost: number; isJoined?: boolean };

/** What is counted of a name, by its place among these; all of it together, for they are looked up at random. */
export const TALLY = {
  /** What weighs and has a like, of the one's words and of the name's. */
  ours: 0,
  theirs: 1,
  /** What presses the score below what is asked, by words that have a like which is not like enough. */
  oursAgainst: 2,
  theirsAgainst: 3,
  /** What the slips cost, of the name's words. */
  cost: 4,
  /** By how much words of both that are like enough lift the score above what is asked. */
  lift: 5,
  /** Whether (1) words of one may be joined in the other, of which only one may be known for a part. */
  joined: 6,
} as const;
/** For which word a name was counted last. */
const WORD = 7;
const WIDTH = 8;

/**
 * How much of each of many names has its like in one, counted for one after the other without making anything anew, for scores
 * of `from` on. All of it is in favour of the names: nothing counts less than it can in scoring.
 */
export class WordTally {
  #cells = new Float64Array(0);
  /** Words of all that were ever counted are numbered; those of this one begin behind the first number. */
  #begun = 0;
  #word = 0;
  #weight = 0;
  #from = 0;
  readonly #counted: number[] = [];

  /** Begins with the next one, for names at places below `size`. */
  begin(size: number, from: number): void {
    if (size * WIDTH > this.#cells.length) this.#cells = new Float64Array(size * WIDTH);
    this.#from = from;
    this.#word += 1;
    this.#begun = this.#word;
    this.#counted.length = 0;
  }

  /** Begins with the next word of the one, which weighs so much; 0 for one that is not missed. */
  beginWord(weight: number): void {
    this.#word += 1;
    this.#weight = weight;
  }

  /** The name has a like of the word; the likest is to come first. */
  countOurs(at: number, { likeness, isJoined }: Counted): void {
    const cells = this.#cells;
    const cell = at * WIDTH;
    const last = cells[cell + WORD] ?? 0;
    if (last === this.#word) return;
    if (last < this.#begun) this.#see(at);
    cells[cell + WORD] = this.#word;
    if (isJoined) cells[cell + TALLY.joined] = 1;
    const weight = this.#weight;
    if (weight === 0) return;
    add(cells, cell + TALLY.ours, weight);
    const lift = (weight * (likeness - this.#from)) / 2;
    if (lift > 0) add(cells, cell + TALLY.lift, lift);
    else add(cells, cell + TALLY.oursAgainst, -lift);
  }

  /** What of the name weighs so much has a like, this one at best. */
  countTheirs(at: number, weight: number, { likeness, cost, isJoined }: Counted): void {
    const cells = this.#cells;
    const cell = at * WIDTH;
    if ((cells[cell + WORD] ?? 0) < this.#begun) this.#see(at);
    if (isJoined) cells[cell + TALLY.joined] = 1;
    if (weight === 0) return;
    add(cells, cell + TALLY.theirs, weight);
    add(cells, cell + TALLY.cost, cost);
    const lift = (weight * (likeness - this.#from)) / 2;
    if (lift > 0) add(cells, cell + TALLY.lift, lift);
    else add(cells, cell + TALLY.theirsAgainst, -lift);
  }

  #see(at: number): void {
    const cell = at * WIDTH;
    this.#cells.fill(0, cell, cell + WORD);
    this.#cells[cell + WORD] = this.#begun;
    this.#counted.push(at);
  }

  /** What is counted of a name. */
  of(at: number, what: number): number {
    return this.#cells[at * WIDTH + what] ?? 0;
  }

  /** The names that have a like of any word, in the order in which they were first counted. */
  get counted(): readonly number[] {
    return this.#counted;
  }
}

function add(values: Float64Array, at: number, value: number): void {
  values[at] = (values[at] ?? 0) + value;
}
