import { changeCost, lossCost, WORD_LENGTH_MAX } from './edit-cost.ts';
import { toTenths } from './tenths.ts';

const CODE_OF_A = 'A'.charCodeAt(0);
const LETTERS = 26;
const HALF = 13;
const HALF_MASK = 2 ** HALF - 1;
const leastCosts = Array.from({ length: LETTERS }, (_, at) => leastOf(letterAt(at)));
const lowHalf = fillHalf(0);
const highHalf = fillHalf(HALF);

/** The bit of a letter by its code, A the lowest; of other signs there is none. */
export function letterBit(code: number): number {
  const place = code - CODE_OF_A;
  return place >= 0 && place < LETTERS ? 1 << place : 0;
}

export const EVERY_LETTER = 2 ** LETTERS - 1;
const LETTERS_ONLY = /^[A-Z]*$/;

/** Whether it has no other signs. */
export function isOfLetters(text: string): boolean {
  return LETTERS_ONLY.test(text);
}

/** The letters of a word as bits, as far as words are compared. */
export function letterBits(text: string): number {
  let bits = 0;
  for (let at = 0; at < Math.min(text.length, WORD_LENGTH_MAX); at += 1)
    bits |= letterBit(text.charCodeAt(at));
  return bits;
}

/**
 * What it costs at least, in tenths, that one word has these letters, none of them behind the same one, and another word has
 * not: `editCost` is never less where the other has no signs but letters.
 */
export function leastCost(letters: number): number {
  return (lowHalf[letters & HALF_MASK] ?? 0) + (highHalf[letters >>> HALF] ?? 0);
}

/** What each set of letters of a half of the alphabet costs. */
function fillHalf(from: number): Uint8Array {
  const costs = new Uint8Array(2 ** HALF);
  for (let letters = 1; letters < costs.length; letters += 1) {
    const lowest = from + 31 - Math.clz32(letters & -letters);
    costs[letters] = (costs[letters & (letters - 1)] ?? 0) + (leastCosts[lowest] ?? 0);
  }
  return costs;
}

/** What it costs that a letter is lost or becomes another one, whichever is less. */
function leastOf(letter: string): number {
  const others = Array.from({ length: LETTERS }, (_, at) => letterAt(at)).filter(
    (other) => other !== letter,
  );
  return toTenths(Math.min(lossCost(letter), ...others.map((other) => changeCost(letter, other))));
}

function letterAt(at: number): string {
  return String.fromCharCode(CODE_OF_A + at);
}
