import { getDeletionCost, getSubstitutionCost, WORD_LENGTH_MAX } from './edit-cost.ts';
import { toTenths } from './tenths.ts';

const CODE_OF_A = 'A'.charCodeAt(0);
const ALPHABET_SIZE = 26;
/** Number of letters of a half of the alphabet: a table of all subsets of a half is small, one of the whole is not. */
const HALF_SIZE = 13;
const HALF_MASK = 2 ** HALF_SIZE - 1;
const letterCostMins = Array.from({ length: ALPHABET_SIZE }, (_, index) =>
  computeLetterCostMin(getLetter(index)),
);
const lowHalfCosts = createHalfCosts(0);
const highHalfCosts = createHalfCosts(HALF_SIZE);

/** Returns the bit of a letter code, A being the lowest; 0 for other characters. */
export function toLetterBit(code: number): number {
  const index = code - CODE_OF_A;
  return index >= 0 && index < ALPHABET_SIZE ? 1 << index : 0;
}

export const ALL_LETTERS = 2 ** ALPHABET_SIZE - 1;
const LETTERS_ONLY = /^[A-Z]*$/;

/** True when the text has only the letters A–Z. */
export function hasOnlyLetters(text: string): boolean {
  return LETTERS_ONLY.test(text);
}

/** Returns the mask of the letters of a word, up to the length that is compared. */
export function toAlphabetMask(text: string): number {
  let bits = 0;
  for (let index = 0; index < Math.min(text.length, WORD_LENGTH_MAX); index += 1)
    bits |= toLetterBit(text.charCodeAt(index));
  return bits;
}

/**
 * Returns the minimum cost, in tenths, of letters that one word has and the other lacks. `computeEditCost` is never
 * lower, provided that the words have letters only and that these letters do not repeat the previous one.
 */
export function computeCostMin(letters: number): number {
  return (lowHalfCosts[letters & HALF_MASK] ?? 0) + (highHalfCosts[letters >>> HALF_SIZE] ?? 0);
}

/** Returns the cost of each subset of one half of the alphabet. */
function createHalfCosts(from: number): Uint8Array {
  const costs = new Uint8Array(2 ** HALF_SIZE);
  for (let letters = 1; letters < costs.length; letters += 1) {
    // `letters & -letters` is the lowest bit, and `letters & (letters - 1)` the subset without it.
    const lowestLetter = from + 31 - Math.clz32(letters & -letters);
    costs[letters] = (costs[letters & (letters - 1)] ?? 0) + (letterCostMins[lowestLetter] ?? 0);
  }
  return costs;
}

/** Returns the minimum cost of deleting or substituting a letter. */
function computeLetterCostMin(letter: string): number {
  const otherLetters = Array.from({ length: ALPHABET_SIZE }, (_, index) => getLetter(index)).filter(
    (otherLetter) => otherLetter !== letter,
  );
  return toTenths(
    Math.min(
      getDeletionCost(letter),
      ...otherLetters.map((otherLetter) => getSubstitutionCost(letter, otherLetter)),
    ),
  );
}

function getLetter(index: number): string {
  return String.fromCharCode(CODE_OF_A + index);
}
