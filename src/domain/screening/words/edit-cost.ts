import { LOST } from './unknown-letters.ts';

/** Longer words are compared by their first letters. */
export const WORD_LENGTH_MAX = 40;

const STRIDE = WORD_LENGTH_MAX + 1;
/** What a letter costs that is lost, in tenths, from none to 1. */
const TENTHS = 11;
const CODES = 128;
const VOWELS = 'AEIOUY';
const VOWEL_FOR_VOWEL = 0.7;
/** What it costs that two neighbours changed places. */
export const SWAP = 0.7;
/** No letter more or less costs so little. */
const LOSS_LEAST = 0.3;
const costs = new Float64Array(STRIDE * STRIDE);
const lone = [new Float64Array(STRIDE), new Float64Array(STRIDE)] as const;
const tenths = [new Uint8Array(TENTHS), new Uint8Array(TENTHS)] as const;
/** What it costs that a lost letter stands for another. */
const OF_LOST = 0.1;
/** No letter's code. */
const NONE = -1;
const S = 'S'.charCodeAt(0);
const OF_ENDING = 0.6;
const SOUND_ALIKE = 'BV VW FV SZ CK CS CZ KQ CQ IY JY GJ UW OU EI AE JX HJ GH SX'.split(' ');
const NEARLY_ALIKE = 'BP DT GK MN JZ'.split(' ');
const LOOK_ALIKE = '0O 1I 1L 2Z 3E 4A 5S 6G 7T 8B 9G'.split(' ');
/** What a letter costs that one word has and the other has not. */
const losses = fillLosses();
/** What one letter in place of another costs. */
const changes = fillChanges();

/**
 * The least sum of changes that makes one word of capital ASCII the other: 1 for a letter that comes, goes or
 * changes, less where ears, eyes or hands confuse the two. The same both ways round; infinite where it is above
 * `most`.
 */
export function editCost(first: string, second: string, most: number): number {
  const [, secondLone] = lone;
  const height = Math.min(first.length, WORD_LENGTH_MAX);
  const width = Math.min(second.length, WORD_LENGTH_MAX);
  if (Math.abs(height - width) > Math.ceil(most / LOSS_LEAST)) return Number.POSITIVE_INFINITY;
  fillLone(first, height, 0);
  fillLone(second, width, 1);
  if (!findBand(height, width, most)) return Number.POSITIVE_INFINITY;
  costs[0] = 0;
  for (let j = 1; j <= width; j += 1) costs[j] = read(costs, j - 1) + read(secondLone, j - 1);
  for (let i = 1; i <= height; i += 1) {
    // From here, or by a swap from the row before, nothing can come that is small enough.
    if (fillRow(first, second, i) > most + 1 - SWAP) return Number.POSITIVE_INFINITY;
  }
  const cost = read(costs, height * STRIDE + width);
  return cost > most ? Number.POSITIVE_INFINITY : cost;
}

/** What it costs that one letter stands for another. */
export function changeCost(letter: string, other: string): number {
  return read(changes, letter.charCodeAt(0) * CODES + other.charCodeAt(0));
}

/** What it costs at least that a letter which is nowhere in the other word is lost. */
export function lossCost(letter: string): number {
  return letter === 'S' ? OF_ENDING : read(losses, letter.charCodeAt(0));
}

/** Cells of the table that were ever filled: what comparing names costs, whatever the machine. */
export const work = { cells: 0 };

/** How far from the diagonal a cell can matter, on both sides of it. */
const band = { below: 0, above: 0 };

/**
 * Each letter that is lost on one side moves off the diagonal and has to be made up for on the other, but for as many as one
 * word is longer by. False where these alone cost too much.
 */
function findBand(height: number, width: number, most: number): boolean {
  const [ours, theirs] = tenths;
  const [more, fewer] = width > height ? [theirs, ours] : [ours, theirs];
  const longer = Math.abs(width - height);
  const bound = most * (TENTHS - 1) + ROUNDING;
  let both = 0;
  while (both <= height && leastLoss(more, longer + both) + leastLoss(fewer, both) <= bound)
    both += 1;
  band.below = both - 1 + Math.max(0, height - width);
  band.above = both - 1 + Math.max(0, width - height);
  return both > 0;
}

/** Sums of such costs are not exact. */
const ROUNDING = 1e-6;

/** What it costs at least, in tenths, that so many letters of a word are lost. */
function leastLoss(counts: Uint8Array, letters: number): number {
  let [left, cost] = [letters, 0];
  for (let tenth = 0; left > 0 && tenth < TENTHS; tenth += 1) {
    const taken = Math.min(left, counts[tenth] ?? 0);
    cost += taken * tenth;
    left -= taken;
  }
  return left > 0 ? Number.POSITIVE_INFINITY : cost;
}

/** The least cost in the row, of which only so much is filled as can matter. */
function fillRow(first: string, second: string, i: number): number {
  const row = i * STRIDE;
  const code = first.charCodeAt(i - 1);
  const before = i > 1 ? first.charCodeAt(i - 2) : NONE;
  const gone = read(lone[0], i - 1);
  const from = Math.max(1, i - band.below);
  const to = Math.min(second.length, WORD_LENGTH_MAX, i + band.above);
  let least = from === 1 ? read(costs, row - STRIDE) + gone : Number.POSITIVE_INFINITY;
  costs[row + from - 1] = least;
  if (to < WORD_LENGTH_MAX) costs[row + to + 1] = Number.POSITIVE_INFINITY;
  work.cells += to - from + 1;
  for (let j = from; j <= to; j += 1) {
    const other = second.charCodeAt(j - 1);
    const cell = row + j;
    let cost = read(costs, cell - STRIDE - 1) + read(changes, code * CODES + other);
    cost = Math.min(cost, read(costs, cell - STRIDE) + gone);
    cost = Math.min(cost, read(costs, cell - 1) + read(lone[1], j - 1));
    // Two neighbours in the wrong order.
    if (other === before && j > 1 && code === second.charCodeAt(j - 2))
      cost = Math.min(cost, read(costs, cell - 2 * STRIDE - 2) + SWAP);
    costs[cell] = cost;
    if (cost < least) least = cost;
  }
  return least;
}

function read(values: Float64Array, at: number): number {
  return values[at] ?? 0;
}

/** What each letter of the first (0) or the second (1) costs that the other word has not, and how many cost how much. */
function fillLone(word: string, length: number, side: 0 | 1): void {
  const [into, counts] = [lone[side], tenths[side]];
  counts.fill(0);
  for (let at = 0; at < length; at += 1) {
    const cost = loneCost(word, at, length);
    into[at] = cost;
    const tenth = Math.floor(cost * (TENTHS - 1) + ROUNDING);
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
}

/** What it costs that the letter at a place of a word so long is lost. */
export function loneCost(word: string, at: number, length: number): number {
  const letter = word.charCodeAt(at);
  if (at > 0 && word.charCodeAt(at - 1) === letter) return LOSS_LEAST;
  // Endings come and go with languages: Lavrov and Lavrovs, Terrestre and Terrestres.
  if (letter === S && at === length - 1) return OF_ENDING;
  return read(losses, letter);
}

function fillLosses(): Float64Array {
  const filled = new Float64Array(CODES).fill(1);
  for (const vowel of VOWELS) filled[vowel.charCodeAt(0)] = 0.8;
  filled['H'.charCodeAt(0)] = 0.5;
  return filled;
}

function fillChanges(): Float64Array {
  const filled = new Float64Array(CODES * CODES).fill(1);
  const set = (pair: string, cost: number): void => {
    const [a, b] = [pair.charCodeAt(0), pair.charCodeAt(1)];
    filled[a * CODES + b] = cost;
    filled[b * CODES + a] = cost;
  };
  for (const one of VOWELS) for (const other of VOWELS) set(one + other, VOWEL_FOR_VOWEL);
  for (const pair of SOUND_ALIKE) set(pair, 0.4);
  for (const pair of NEARLY_ALIKE) set(pair, 0.7);
  for (const pair of LOOK_ALIKE) set(pair, 0.4);
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') set(LOST + letter, OF_LOST);
  for (let code = 0; code < CODES; code += 1) filled[code * CODES + code] = 0;
  return filled;
}
