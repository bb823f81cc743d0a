import { computeEditCost } from '../edit-distance/edit-cost.ts';
import { isTruncationOf } from './abbreviated-words.ts';
import type { NameToken } from './name-token.ts';
import { sortLetters } from './phonetic-keys.ts';

/** Relation between two similar words: `same`, or the kind of difference. */
export type WordEffect =
  | 'same'
  | 'sound'
  | 'spelling'
  | 'nickname'
  | 'abbreviation'
  | 'initial'
  | 'consonants'
  | 'turned';

export type WordSimilarity = { similarity: number; effect: WordEffect; cost: number };

const NO_MATCH: WordSimilarity = {
  similarity: 0,
  effect: 'spelling',
  cost: Number.POSITIVE_INFINITY,
};
const SAME: WordSimilarity = { similarity: 1, effect: 'same', cost: 0 };
/** Minimum similarity of two words that count as matching, and maximum edit cost regardless of their length. */
export const SIMILARITY_MIN = 0.62;
export const EDIT_COST_MAX = 2.2;
/** Fraction of differing letters above which two words cannot match, checked before the edit cost is computed. */
const DIFFERENT_LETTERS_FRACTION_MAX = 0.55;
/** Cost added when the phonetic keys are compared instead of the spellings. */
export const PHONETIC_KEY_COST = 0.2;
/** Similarity of each relation of words, and the edit cost that it counts as in the sum of typing errors. */
const SOUND: WordSimilarity = { similarity: 0.96, effect: 'sound', cost: 0.3 };
const CONSONANTS: WordSimilarity = { similarity: 0.95, effect: 'consonants', cost: 0 };
const TRANSPOSED: WordSimilarity = { similarity: 0.8, effect: 'turned', cost: 0.7 };
/** Similarity to a nickname or variant of one name, and to a nickname that several names have. */
const NICKNAME: WordSimilarity = { similarity: 0.95, effect: 'nickname', cost: 0.5 };
const SHARED_NICKNAME: WordSimilarity = { ...NICKNAME, similarity: 0.9 };
const ABBREVIATION: WordSimilarity = { similarity: 0.9, effect: 'abbreviation', cost: 0.5 };
const INITIAL: WordSimilarity = { similarity: 0.75, effect: 'initial', cost: 0.5 };

/** Returns the similarity of two words, from 0 to 1. Symmetric. */
export function compareWords(a: NameToken, b: NameToken, hasVowels: boolean): WordSimilarity {
  if (a.text === b.text) return SAME;
  if (a.kind === 'initial' || b.kind === 'initial') return compareInitial(a, b);
  if (a.kind === 'number' || b.kind === 'number') return compareNumbers(a, b);
  if (isNickname(a, b))
    return Math.max(a.baseNames.length, b.baseNames.length) > 1 ? SHARED_NICKNAME : NICKNAME;
  if (isAbbreviation(a, b)) return ABBREVIATION;
  if (!hasVowels) return compareConsonants(a, b);
  return compareSpelling(a, b);
}

function compareInitial(a: NameToken, b: NameToken): WordSimilarity {
  const hasSameLetter =
    a.text.charAt(0) === b.text.charAt(0) && a.kind !== 'number' && b.kind !== 'number';
  return hasSameLetter && a.kind !== b.kind ? INITIAL : NO_MATCH;
}

/** Compares numbers: different numbers never match, however similar their digits. */
function compareNumbers(a: NameToken, b: NameToken): WordSimilarity {
  if (a.kind !== b.kind) return compareSpelling(a, b);
  return { ...NO_MATCH, cost: computeEditCost(a.text, b.text, EDIT_COST_MAX) };
}

/** True when two words may be spelt differently: a nickname, a variant or an abbreviation. */
export function areVariants(a: NameToken, b: NameToken): boolean {
  return isNickname(a, b) || isAbbreviation(a, b);
}

/** True when one word is a nickname or variant of the other, or both are of one name. */
function isNickname(a: NameToken, b: NameToken): boolean {
  if (a.baseNames.length === 0 && b.baseNames.length === 0) return false;
  return (
    a.baseNames.includes(b.text) ||
    b.baseNames.includes(a.text) ||
    a.baseNames.some((name) => b.baseNames.includes(name))
  );
}

/** True when one word is an abbreviation of the other: a generic word, a derived one, or any word before a dot. */
function isAbbreviation(a: NameToken, b: NameToken): boolean {
  if (a.expansions.length > 0 && a.expansions.includes(b.text)) return true;
  if (b.expansions.length > 0 && b.expansions.includes(a.text)) return true;
  return a.text.length < b.text.length ? isTruncation(a, b) : isTruncation(b, a);
}

function isTruncation(short: NameToken, long: NameToken): boolean {
  return (short.isCut || long.isDerived) && isTruncationOf(short.text, long.text);
}

function compareConsonants(a: NameToken, b: NameToken): WordSimilarity {
  if (a.skeleton === b.skeleton) return CONSONANTS;
  const cost = computeEditCost(a.skeleton, b.skeleton, EDIT_COST_MAX);
  const length = Math.max(a.skeleton.length, b.skeleton.length, 1);
  return {
    similarity: Math.max(0, CONSONANTS.similarity - cost / length),
    effect: 'consonants',
    cost,
  };
}

function compareSpelling(a: NameToken, b: NameToken): WordSimilarity {
  // Keys of one or two sounds are equal by chance.
  if (a.phoneticKey === b.phoneticKey && a.phoneticKey.length > 2) return SOUND;
  if (a.spanishKey === b.spanishKey && a.spanishKey !== '') return SOUND;
  const length = Math.max(a.text.length, b.text.length);
  const costMax = getEditCostMax(length);
  if (isTransposed(a, b)) return TRANSPOSED;
  if (countLetterDifference(a.letterMask, b.letterMask) > length * DIFFERENT_LETTERS_FRACTION_MAX)
    return NO_MATCH;
  let cost = computeEditCost(a.text, b.text, costMax);
  if (a.phoneticKey !== a.text || b.phoneticKey !== b.text) {
    cost = Math.min(
      cost,
      computeEditCost(a.phoneticKey, b.phoneticKey, costMax) + PHONETIC_KEY_COST,
    );
  }
  return cost > costMax ? NO_MATCH : { similarity: 1 - cost / length, effect: 'spelling', cost };
}

/** Returns the maximum edit cost of two matching words, given the length of the longer one. */
export function getEditCostMax(length: number): number {
  return Math.min(EDIT_COST_MAX, length * (1 - SIMILARITY_MIN));
}

/** True for anagrams that keep the first letter, and for reversed words. */
function isTransposed(a: NameToken, b: NameToken): boolean {
  if (
    a.letterMask !== b.letterMask ||
    a.text.length !== b.text.length ||
    a.text.length < TRANSPOSED_LENGTH_MIN
  )
    return false;
  if (a.text.charAt(0) === b.text.charAt(0)) return sortLetters(a.text) === sortLetters(b.text);
  return a.text === Array.from(b.text).toReversed().join('');
}

/** Minimum length of anagrams: of shorter words they are other names. */
const TRANSPOSED_LENGTH_MIN = 4;

/** Counts the letters that only one word has, on the side that has more of them. Arguments are letter masks. */
export function countLetterDifference(a: number, b: number): number {
  return Math.max(countBits(a & ~b), countBits(b & ~a));
}

function countBits(bits: number): number {
  let remaining = bits;
  let count = 0;
  for (; remaining !== 0; count += 1) remaining &= remaining - 1;
  return count;
}
