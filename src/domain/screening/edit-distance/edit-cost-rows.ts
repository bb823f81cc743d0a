import {
  getDeletionCostAt,
  getSubstitutionCost,
  TRANSPOSITION_COST,
  WORD_LENGTH_MAX,
} from './edit-cost.ts';
import { ALL_LETTERS, computeCostMin, hasOnlyLetters, toLetterBit } from './letter-masks.ts';
import { toTenths } from './tenths.ts';

/** Number of character codes: words are ASCII. */
const CODES = 128;
/** Number of cells of a matrix row: one before the first letter and one after each. */
const STRIDE = WORD_LENGTH_MAX + 1;
/** Value that is not a letter code. */
const NO_CODE = 0;

const transpositionCost = toTenths(TRANSPOSITION_COST);
const repeatedLetterCost = toTenths(getDeletionCostAt('AA', 1, 2));
const deletionCosts = Int32Array.from({ length: CODES }, (_, code) => computeDeletionCostMin(code));
const substitutionCosts = Int32Array.from({ length: CODES * CODES }, (_, index) =>
  computeSubstitutionCost(index),
);

/** Returns the minimum cost of deleting a letter at any position. A final letter may cost less than others. */
function computeDeletionCostMin(code: number): number {
  const letter = String.fromCharCode(code);
  return toTenths(Math.min(getDeletionCostAt(letter, 0, 1), getDeletionCostAt(letter, 0, 2)));
}

function computeSubstitutionCost(index: number): number {
  const [letter, otherLetter] = [Math.floor(index / CODES), index % CODES];
  return toTenths(
    getSubstitutionCost(String.fromCharCode(letter), String.fromCharCode(otherLetter)),
  );
}

/**
 * Lower bound of the edit cost, in tenths, between prefixes of indexed words and one query word. Stores one matrix row
 * per letter, so that words with a common prefix share its rows.
 */
export class EditCostRows {
  readonly #cells = new Int32Array(STRIDE * STRIDE);
  readonly #codes = new Int32Array(STRIDE);
  readonly #deletionCosts = new Int32Array(STRIDE);
  /** Letter of each row. */
  readonly #letters = new Int32Array(STRIDE).fill(NO_CODE);
  /**
   * Masks per position of the query word: its letters from there on, and those of them that do not repeat the previous
   * letter.
   */
  readonly #remainingLetters = new Int32Array(STRIDE);
  readonly #newLetters = new Int32Array(STRIDE);
  #width = 0;
  /** First cell of the row that was filled last, and the maximum cost it was checked against. */
  #rowStart = 0;
  #costMax = 0;
  /** Minimum cost if the letter of the last row and the next letter are transposed. */
  #transposedMin = 0;

  /** Sets the query word. */
  setWord(word: string): void {
    const width = Math.min(word.length, WORD_LENGTH_MAX);
    this.#width = width;
    for (let index = 0; index < width; index += 1) {
      const deletionCost = toTenths(getDeletionCostAt(word, index, width));
      this.#codes[index] = word.charCodeAt(index);
      this.#deletionCosts[index] = deletionCost;
      this.#cells[index + 1] = (this.#cells[index] ?? 0) + deletionCost;
    }
    // Other characters may substitute the letters that they look like.
    const otherSymbols = hasOnlyLetters(word) ? 0 : ALL_LETTERS;
    let remainingLetters = 0;
    this.#remainingLetters[width] = otherSymbols;
    this.#newLetters[width] = 0;
    for (let index = width - 1; index >= 0; index -= 1) {
      remainingLetters |= toLetterBit(word.charCodeAt(index));
      this.#remainingLetters[index] = remainingLetters | otherSymbols;
      this.#newLetters[index] = remainingLetters & ~toLetterBit(word.charCodeAt(index - 1));
    }
  }

  /**
   * Fills the row of the next letter; the rows above are those of the preceding letters. Returns true when some
   * continuation may cost at most `costMax`.
   */
  fillRow(row: number, letter: number, costMax: number): boolean {
    const [cells, codes] = [this.#cells, this.#codes];
    const previousRowLetter = readAt(this.#letters, row - 1);
    const deletionCost =
      letter === previousRowLetter ? repeatedLetterCost : readAt(deletionCosts, letter);
    const start = row * STRIDE;
    let cost = readAt(cells, start - STRIDE) + deletionCost;
    let [rowMin, transposedMin, previousCode] = [cost, Number.MAX_SAFE_INTEGER, NO_CODE];
    cells[start] = cost;
    for (let index = 0; index < this.#width; index += 1) {
      const aboveCell = start - STRIDE + index;
      const code = readAt(codes, index);
      cost = Math.min(
        cost + readAt(this.#deletionCosts, index),
        readAt(cells, aboveCell + 1) + deletionCost,
      );
      cost = Math.min(
        cost,
        readAt(cells, aboveCell) + readAt(substitutionCosts, letter * CODES + code),
      );
      // Transposition that ends here, or that ends in the next row.
      if (previousCode === letter && code === previousRowLetter)
        cost = Math.min(cost, readAt(cells, aboveCell - STRIDE - 1) + transpositionCost);
      if (code === letter && index > 0)
        transposedMin = Math.min(transposedMin, readAt(cells, aboveCell - 1) + transpositionCost);
      cells[start + index + 1] = cost;
      rowMin = Math.min(rowMin, cost);
      previousCode = code;
    }
    this.#letters[row] = letter;
    this.#transposedMin = transposedMin;
    this.#costMax = costMax;
    this.#rowStart = start;
    return Math.min(rowMin, transposedMin) <= costMax;
  }

  /**
   * True when some continuation of the last row may stay within its maximum cost. `anyLetters` is the mask of letters
   * that at least one continuation has, `allLetters` of those that all have, without repetitions of the row's own
   * letter.
   */
  canContinue(anyLetters: number, allLetters: number): boolean {
    const costMax = this.#costMax;
    if (this.#transposedMin <= costMax) return true;
    for (let index = 0; index <= this.#width; index += 1) {
      const costLeft = costMax - readAt(this.#cells, this.#rowStart + index);
      if (costLeft < 0 || computeCostMin(readAt(this.#newLetters, index) & ~anyLetters) > costLeft)
        continue;
      if (computeCostMin(allLetters & ~readAt(this.#remainingLetters, index)) <= costLeft)
        return true;
    }
    return false;
  }

  /** Returns the cost of the prefix that ends at the row. */
  getCost(row: number): number {
    return readAt(this.#cells, row * STRIDE + this.#width);
  }
}

function readAt(values: Int32Array, index: number): number {
  return values[index] ?? 0;
}
