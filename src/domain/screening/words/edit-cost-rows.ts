import { changeCost, loneCost, SWAP, WORD_LENGTH_MAX } from './edit-cost.ts';
import { EVERY_LETTER, isOfLetters, leastCost, letterBit } from './letter-masks.ts';
import { toTenths } from './tenths.ts';

const CODES = 128;
const STRIDE = WORD_LENGTH_MAX + 1;
/** No letter's code. */
const NONE = 0;

const swap = toTenths(SWAP);
const twice = toTenths(loneCost('AA', 1, 2));
const losses = Int32Array.from({ length: CODES }, (_, code) => leastLoss(code));
const changes = Int32Array.from({ length: CODES * CODES }, (_, at) => changeOf(at));

/** That a letter is the last one may make its loss cheaper, and whether it is may not be known. */
function leastLoss(code: number): number {
  const letter = String.fromCharCode(code);
  return toTenths(Math.min(loneCost(letter, 0, 1), loneCost(letter, 0, 2)));
}

function changeOf(at: number): number {
  const [one, other] = [Math.floor(at / CODES), at % CODES];
  return toTenths(changeCost(String.fromCharCode(one), String.fromCharCode(other)));
}

/**
 * What it costs at least, in tenths, to make the beginnings of one word another word: as `editCost` has it, by a row for each
 * letter. So the rows of what two beginnings share are reckoned once.
 */
export class LetterRows {
  readonly #cells = new Int32Array(STRIDE * STRIDE);
  readonly #codes = new Int32Array(STRIDE);
  readonly #lone = new Int32Array(STRIDE);
  /** The rows' letters. */
  readonly #letters = new Int32Array(STRIDE).fill(NONE);
  /** The letters of the other word from a place on, and those of them that are not behind the same one. */
  readonly #rest = new Int32Array(STRIDE);
  readonly #fresh = new Int32Array(STRIDE);
  #width = 0;
  /** Where the row begins that was filled last, and what was asked for. */
  #start = 0;
  #most = 0;
  /** What it costs at least that the last row's letter and the next one changed places. */
  #swapped = 0;

  /** Begins with the other word. */
  begin(word: string): void {
    const width = Math.min(word.length, WORD_LENGTH_MAX);
    this.#width = width;
    for (let at = 0; at < width; at += 1) {
      const lone = toTenths(loneCost(word, at, width));
      this.#codes[at] = word.charCodeAt(at);
      this.#lone[at] = lone;
      this.#cells[at + 1] = (this.#cells[at] ?? 0) + lone;
    }
    // Other signs may stand for letters that they look like.
    const others = isOfLetters(word) ? 0 : EVERY_LETTER;
    let rest = 0;
    this.#rest[width] = others;
    this.#fresh[width] = 0;
    for (let at = width - 1; at >= 0; at -= 1) {
      rest |= letterBit(word.charCodeAt(at));
      this.#rest[at] = rest | others;
      this.#fresh[at] = rest & ~letterBit(word.charCodeAt(at - 1));
    }
  }

  /**
   * The row of the next letter; the rows above are those of the letters that come before. Whether anything that goes on from
   * here may cost no more than `most`.
   */
  fill(row: number, letter: number, most: number): boolean {
    const [cells, codes] = [this.#cells, this.#codes];
    const before = read(this.#letters, row - 1);
    const gone = letter === before ? twice : read(losses, letter);
    const start = row * STRIDE;
    let cost = read(cells, start - STRIDE) + gone;
    let [least, swapped, previous] = [cost, Number.MAX_SAFE_INTEGER, NONE];
    cells[start] = cost;
    for (let at = 0; at < this.#width; at += 1) {
      const above = start - STRIDE + at;
      const code = read(codes, at);
      cost = Math.min(cost + read(this.#lone, at), read(cells, above + 1) + gone);
      cost = Math.min(cost, read(cells, above) + read(changes, letter * CODES + code));
      // Two neighbours in the wrong order, of which the second is here, or is still to come.
      if (previous === letter && code === before)
        cost = Math.min(cost, read(cells, above - STRIDE - 1) + swap);
      if (code === letter && at > 0) swapped = Math.min(swapped, read(cells, above - 1) + swap);
      cells[start + at + 1] = cost;
      least = Math.min(least, cost);
      previous = code;
    }
    this.#letters[row] = letter;
    this.#swapped = swapped;
    this.#most = most;
    this.#start = start;
    return Math.min(least, swapped) <= most;
  }

  /**
   * Whether anything may cost no more than was asked last with what follows the row that was filled last, of which `any` are
   * letters that some of it has, as bits, and `all` those that all of it has, but none that is the row's own.
   */
  mayFollow(any: number, all: number): boolean {
    const most = this.#most;
    if (this.#swapped <= most) return true;
    for (let at = 0; at <= this.#width; at += 1) {
      const left = most - read(this.#cells, this.#start + at);
      if (left < 0 || leastCost(read(this.#fresh, at) & ~any) > left) continue;
      if (leastCost(all & ~read(this.#rest, at)) <= left) return true;
    }
    return false;
  }

  /** Of all letters as far as the row. */
  costOf(row: number): number {
    return read(this.#cells, row * STRIDE + this.#width);
  }
}

function read(values: Int32Array, at: number): number {
  return values[at] ?? 0;
}
