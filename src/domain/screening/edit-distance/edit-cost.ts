import { UNKNOWN_LETTER } from './unknown-letters.ts';

/** Maximum number of letters compared; the rest of a longer word is ignored. */
export const WORD_LENGTH_MAX = 40;

/** Number of cells of a matrix row: one before the first letter and one after each. */
const STRIDE = WORD_LENGTH_MAX + 1;
/** Number of distinct deletion costs, in tenths from 0 to 1. */
const COST_STEPS = 11;
/** Number of character codes: words are ASCII. */
const CODES = 128;
const VOWELS = 'AEIOUY';
const VOWEL_SUBSTITUTION_COST = 0.7;
/** Cost of transposing two adjacent letters. */
export const TRANSPOSITION_COST = 0.7;
/** Cost of inserting or deleting a letter that repeats the previous one, the lowest of all. */
const DELETION_COST_MIN = 0.3;
const costs = new Float64Array(STRIDE * STRIDE);
const deletionCosts = [new Float64Array(STRIDE), new Float64Array(STRIDE)] as const;
const deletionCostCounts = [new Uint8Array(COST_STEPS), new Uint8Array(COST_STEPS)] as const;
/** Cost of substituting an unknown letter by any letter. */
const UNKNOWN_LETTER_COST = 0.1;
/** Value that is not a character code. */
const NO_CODE = -1;
const CODE_OF_S = 'S'.charCodeAt(0);
/** Cost of inserting or deleting a final S. */
const PLURAL_ENDING_COST = 0.6;
/** Pairs of letters that substitute each other at a reduced cost. */
const SAME_SOUNDS = 'BV VW FV SZ CK CS CZ KQ CQ IY JY GJ UW OU EI AE JX HJ GH SX'.split(' ');
const SIMILAR_SOUNDS = 'BP DT GK MN JZ'.split(' ');
const LOOKALIKES = '0O 1I 1L 2Z 3E 4A 5S 6G 7T 8B 9G'.split(' ');
/** Deletion cost per character code. */
const letterDeletionCosts = createDeletionCosts();
/** Substitution cost per pair of character codes. */
const substitutionCosts = createSubstitutionCosts();

/**
 * Returns the weighted Damerau–Levenshtein distance of two words in capital ASCII: 1 per insertion, deletion or
 * substitution, less for letters that sound or look alike and for common typing errors. Symmetric. Returns infinity
 * above `costMax`.
 */
export function computeEditCost(first: string, second: string, costMax: number): number {
  const [, secondDeletionCosts] = deletionCosts;
  const height = Math.min(first.length, WORD_LENGTH_MAX);
  const width = Math.min(second.length, WORD_LENGTH_MAX);
  if (Math.abs(height - width) > Math.ceil(costMax / DELETION_COST_MIN))
    return Number.POSITIVE_INFINITY;
  fillDeletionCosts(first, height, 0);
  fillDeletionCosts(second, width, 1);
  if (!updateBand(height, width, costMax)) return Number.POSITIVE_INFINITY;
  costs[0] = 0;
  for (let j = 1; j <= width; j += 1)
    costs[j] = readAt(costs, j - 1) + readAt(secondDeletionCosts, j - 1);
  for (let i = 1; i <= height; i += 1) {
    // The row above costs at most 1 less, so that not even a transposition from it stays within the maximum.
    if (fillRow(first, second, i) > costMax + 1 - TRANSPOSITION_COST)
      return Number.POSITIVE_INFINITY;
  }
  const cost = readAt(costs, height * STRIDE + width);
  return cost > costMax ? Number.POSITIVE_INFINITY : cost;
}

/** Returns the cost of substituting one letter by another. */
export function getSubstitutionCost(letter: string, otherLetter: string): number {
  return readAt(substitutionCosts, letter.charCodeAt(0) * CODES + otherLetter.charCodeAt(0));
}

/** Returns the minimum cost of deleting a letter at any position where it does not repeat the previous letter. */
export function getDeletionCost(letter: string): number {
  return letter === 'S' ? PLURAL_ENDING_COST : readAt(letterDeletionCosts, letter.charCodeAt(0));
}

/** Number of matrix cells computed since the process started: a machine-independent measure of work. */
export const editCostStats = { cells: 0 };

/** Width of the diagonal band of cells that can be part of a path within the maximum, on both sides. */
const band = { below: 0, above: 0 };

/**
 * Updates the band: each deletion moves a path off the diagonal, and an insertion must compensate for it, except for
 * the difference in length. Returns false when these operations alone exceed the maximum.
 */
function updateBand(height: number, width: number, costMax: number): boolean {
  const [firstCounts, secondCounts] = deletionCostCounts;
  const [longerCounts, shorterCounts] =
    width > height ? [secondCounts, firstCounts] : [firstCounts, secondCounts];
  const lengthDifference = Math.abs(width - height);
  const bound = costMax * (COST_STEPS - 1) + ROUNDING;
  let pairs = 0;
  while (
    pairs <= height &&
    computeDeletionCostMin(longerCounts, lengthDifference + pairs) +
      computeDeletionCostMin(shorterCounts, pairs) <=
      bound
  )
    pairs += 1;
  band.below = pairs - 1 + Math.max(0, height - width);
  band.above = pairs - 1 + Math.max(0, width - height);
  return pairs > 0;
}

/** Tolerance for sums of costs, which are not exact in floating point. */
const ROUNDING = 1e-6;

/** Returns the minimum cost, in tenths, of deleting this many letters of a word. */
function computeDeletionCostMin(counts: Uint8Array, letters: number): number {
  let [remaining, cost] = [letters, 0];
  for (let step = 0; remaining > 0 && step < COST_STEPS; step += 1) {
    const count = Math.min(remaining, counts[step] ?? 0);
    cost += count * step;
    remaining -= count;
  }
  return remaining > 0 ? Number.POSITIVE_INFINITY : cost;
}

/** Fills the part of a row inside the band. Returns the minimum cost in it. */
function fillRow(first: string, second: string, i: number): number {
  const row = i * STRIDE;
  const code = first.charCodeAt(i - 1);
  const previousCode = i > 1 ? first.charCodeAt(i - 2) : NO_CODE;
  const deletionCost = readAt(deletionCosts[0], i - 1);
  const from = Math.max(1, i - band.below);
  const to = Math.min(second.length, WORD_LENGTH_MAX, i + band.above);
  let rowMin = from === 1 ? readAt(costs, row - STRIDE) + deletionCost : Number.POSITIVE_INFINITY;
  costs[row + from - 1] = rowMin;
  if (to < WORD_LENGTH_MAX) costs[row + to + 1] = Number.POSITIVE_INFINITY;
  editCostStats.cells += to - from + 1;
  for (let j = from; j <= to; j += 1) {
    const secondCode = second.charCodeAt(j - 1);
    const cell = row + j;
    let cost =
      readAt(costs, cell - STRIDE - 1) + readAt(substitutionCosts, code * CODES + secondCode);
    cost = Math.min(cost, readAt(costs, cell - STRIDE) + deletionCost);
    cost = Math.min(cost, readAt(costs, cell - 1) + readAt(deletionCosts[1], j - 1));
    // Transposition of two adjacent letters.
    if (secondCode === previousCode && j > 1 && code === second.charCodeAt(j - 2))
      cost = Math.min(cost, readAt(costs, cell - 2 * STRIDE - 2) + TRANSPOSITION_COST);
    costs[cell] = cost;
    if (cost < rowMin) rowMin = cost;
  }
  return rowMin;
}

function readAt(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

/** Fills the deletion costs of the first (0) or second (1) word, and the number of letters per cost. */
function fillDeletionCosts(word: string, length: number, side: 0 | 1): void {
  const [costsAt, counts] = [deletionCosts[side], deletionCostCounts[side]];
  counts.fill(0);
  for (let index = 0; index < length; index += 1) {
    const cost = getDeletionCostAt(word, index, length);
    costsAt[index] = cost;
    const step = Math.floor(cost * (COST_STEPS - 1) + ROUNDING);
    counts[step] = (counts[step] ?? 0) + 1;
  }
}

/** Returns the cost of deleting the letter at a position of a word with this length. */
export function getDeletionCostAt(word: string, index: number, length: number): number {
  const letter = word.charCodeAt(index);
  if (index > 0 && word.charCodeAt(index - 1) === letter) return DELETION_COST_MIN;
  // A final S is often added or dropped between languages: Lavrov and Lavrovs, Terrestre and Terrestres.
  if (letter === CODE_OF_S && index === length - 1) return PLURAL_ENDING_COST;
  return readAt(letterDeletionCosts, letter);
}

function createDeletionCosts(): Float64Array {
  const costsByCode = new Float64Array(CODES).fill(1);
  for (const vowel of VOWELS) costsByCode[vowel.charCodeAt(0)] = 0.8;
  costsByCode['H'.charCodeAt(0)] = 0.5;
  return costsByCode;
}

function createSubstitutionCosts(): Float64Array {
  const costsByPair = new Float64Array(CODES * CODES).fill(1);
  const set = (pair: string, cost: number): void => {
    const [a, b] = [pair.charCodeAt(0), pair.charCodeAt(1)];
    costsByPair[a * CODES + b] = cost;
    costsByPair[b * CODES + a] = cost;
  };
  for (const vowel of VOWELS)
    for (const otherVowel of VOWELS) set(vowel + otherVowel, VOWEL_SUBSTITUTION_COST);
  for (const pair of SAME_SOUNDS) set(pair, 0.4);
  for (const pair of SIMILAR_SOUNDS) set(pair, 0.7);
  for (const pair of LOOKALIKES) set(pair, 0.4);
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    set(UNKNOWN_LETTER + letter, UNKNOWN_LETTER_COST);
  for (let code = 0; code < CODES; code += 1) costsByPair[code * CODES + code] = 0;
  return costsByPair;
}
