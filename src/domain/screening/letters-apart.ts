import { changeCost, lossCost, WORD_LENGTH_MAX } from './edit-cost.ts';

const CODE_OF_A = 'A'.charCodeAt(0);
const LETTERS = 26;

/** What it costs at least that a letter becomes another one, where some of these are: the cheapest first. */
type Change = { others: number; cost: number };

const losses = Float64Array.from({ length: LETTERS }, (_, at) => lossCost(letterAt(at)));
const changes = Array.from({ length: LETTERS }, (_, at) => changesOf(letterAt(at)));
const HALF = 13;
const HALF_MASK = 2 ** HALF - 1;
const lowHalf = fillHalf(0);
const highHalf = fillHalf(HALF);

/** The letters of a word as bits, A the lowest, as far as words are compared; of other signs there is none. */
export function letterBits(text: string): number {
  let bits = 0;
  for (let at = 0; at < Math.min(text.length, WORD_LENGTH_MAX); at += 1) {
    const place = text.charCodeAt(at) - CODE_OF_A;
    if (place >= 0 && place < LETTERS) bits |= 1 << place;
  }
  return bits;
}

/**
 * Whether two words of these letters may be made one for so much: `editCost` is never less than what it costs that each letter
 * that the one has and the other has not is lost, or becomes one that the other has.
 */
export function mayCost(one: number, other: number, most: number): boolean {
  const ours = one & ~other;
  const theirs = other & ~one;
  const bound = most + ROUNDING;
  // Most are told by what these letters cost whatever the other has.
  if (leastOf(ours) > bound || leastOf(theirs) > bound) return false;
  return costOf(ours, other) <= bound && costOf(theirs, one) <= bound;
}

/** Sums of such costs are not exact. */
const ROUNDING = 1e-9;

function leastOf(letters: number): number {
  return (lowHalf[letters & HALF_MASK] ?? 0) + (highHalf[letters >>> HALF] ?? 0);
}

/** What it costs that these letters are lost, or become some of the others. */
function costOf(letters: number, others: number): number {
  let cost = 0;
  for (let left = letters; left !== 0; left &= left - 1)
    cost += costOfOne(31 - Math.clz32(left & -left), others);
  return cost;
}

function costOfOne(letter: number, others: number): number {
  const possible = changes[letter] ?? [];
  for (let at = 0; at < possible.length; at += 1) {
    const change = possible[at];
    if (change !== undefined && (change.others & others) !== 0) return change.cost;
  }
  return losses[letter] ?? 0;
}

/** What each set of letters of a half of the alphabet costs at least. */
function fillHalf(from: number): Float64Array {
  const costs = new Float64Array(2 ** HALF);
  for (let letters = 1; letters < costs.length; letters += 1) {
    const lowest = from + 31 - Math.clz32(letters & -letters);
    const least = changes[lowest]?.[0]?.cost ?? losses[lowest] ?? 0;
    costs[letters] = (costs[letters & (letters - 1)] ?? 0) + least;
  }
  return costs;
}

function changesOf(letter: string): Change[] {
  const byCost = new Map<number, number>();
  for (let at = 0; at < LETTERS; at += 1) {
    const cost = changeCost(letter, letterAt(at));
    if (letterAt(at) === letter || cost >= lossCost(letter)) continue;
    byCost.set(cost, (byCost.get(cost) ?? 0) | (1 << at));
  }
  const found = [...byCost].map(([cost, others]) => ({ cost, others }));
  return found.toSorted((a, b) => a.cost - b.cost);
}

function letterAt(at: number): string {
  return String.fromCharCode(CODE_OF_A + at);
}
