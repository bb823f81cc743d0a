import { editCost } from './edit-cost.ts';
import type { NameToken } from './name-token.ts';
import { sortLetters } from './phonetic-keys.ts';

/** How two words are one: `same`, or by what they differ. */
export type WordEffect =
  | 'same'
  | 'sound'
  | 'spelling'
  | 'nickname'
  | 'abbreviation'
  | 'initial'
  | 'consonants'
  | 'turned';

export type WordMatch = { likeness: number; effect: WordEffect; cost: number };

const NONE: WordMatch = { likeness: 0, effect: 'spelling', cost: Number.POSITIVE_INFINITY };
const SAME: WordMatch = { likeness: 1, effect: 'same', cost: 0 };
/** Less alike than this, two words are different ones; and so they are where more letters are wrong, however long. */
export const LIKENESS_LEAST = 0.62;
export const COST_MOST = 2.2;
/** No need to look closer at words of which so large a part of the letters is apart. */
const LETTERS_APART_MOST = 0.55;
/** What it costs that two words are only heard alike. */
export const OF_FOLDING = 0.2;
const SOUND: WordMatch = { likeness: 0.96, effect: 'sound', cost: 0.3 };
const CONSONANTS: WordMatch = { likeness: 0.95, effect: 'consonants', cost: 0 };
const TURNED: WordMatch = { likeness: 0.8, effect: 'turned', cost: 0.7 };
const NICKNAME: WordMatch = { likeness: 0.9, effect: 'nickname', cost: 0.5 };
const ABBREVIATION: WordMatch = { likeness: 0.9, effect: 'abbreviation', cost: 0.5 };
const INITIAL: WordMatch = { likeness: 0.75, effect: 'initial', cost: 0.5 };

/** Likeness from 0 to 1 of two words of names; the same both ways round. */
export function compareWords(a: NameToken, b: NameToken, hasVowels: boolean): WordMatch {
  if (a.text === b.text) return SAME;
  if (a.kind === 'initial' || b.kind === 'initial') return compareInitial(a, b);
  if (a.kind === 'number' || b.kind === 'number') return compareNumbers(a, b);
  if (isNickname(a, b)) return NICKNAME;
  if (isAbbreviation(a, b)) return ABBREVIATION;
  if (!hasVowels) return compareSkeletons(a, b);
  return compareSpelling(a, b);
}

function compareInitial(a: NameToken, b: NameToken): WordMatch {
  const isOne = a.text.charAt(0) === b.text.charAt(0) && a.kind !== 'number' && b.kind !== 'number';
  return isOne && a.kind !== b.kind ? INITIAL : NONE;
}

/** Digits are never nearly the same. */
function compareNumbers(a: NameToken, b: NameToken): WordMatch {
  if (a.kind !== b.kind) return compareSpelling(a, b);
  return { ...NONE, cost: editCost(a.text, b.text, COST_MOST) };
}

function isNickname(a: NameToken, b: NameToken): boolean {
  return a.long === b.text || b.long === a.text || (a.long !== undefined && a.long === b.long);
}

/** True when one word is a general one, cut short, and the other all of it. */
export function isAbbreviation(a: NameToken, b: NameToken): boolean {
  if (a.cutOf.length > 0 && a.cutOf.includes(b.text)) return true;
  return b.cutOf.length > 0 && b.cutOf.includes(a.text);
}

function compareSkeletons(a: NameToken, b: NameToken): WordMatch {
  if (a.skeleton === b.skeleton) return CONSONANTS;
  const cost = editCost(a.skeleton, b.skeleton, COST_MOST);
  const length = Math.max(a.skeleton.length, b.skeleton.length, 1);
  return { likeness: Math.max(0, CONSONANTS.likeness - cost / length), effect: 'consonants', cost };
}

function compareSpelling(a: NameToken, b: NameToken): WordMatch {
  if (a.sound === b.sound && a.sound.length > 2) return SOUND;
  if (a.heard === b.heard && a.heard !== '') return SOUND;
  const length = Math.max(a.text.length, b.text.length);
  const most = costMost(length);
  if (isTurned(a, b)) return TURNED;
  if (countLettersApart(a.letters, b.letters) > length * LETTERS_APART_MOST) return NONE;
  let cost = editCost(a.text, b.text, most);
  if (a.sound !== a.text || b.sound !== b.text) {
    cost = Math.min(cost, editCost(a.sound, b.sound, most) + OF_FOLDING);
  }
  return cost > most ? NONE : { likeness: 1 - cost / length, effect: 'spelling', cost };
}

/** More than so much two words that are one do not cost, the longer of which has so many letters. */
export function costMost(length: number): number {
  return Math.min(COST_MOST, length * (1 - LIKENESS_LEAST));
}

/** The same letters, from the same first one on or from the last one back. */
function isTurned(a: NameToken, b: NameToken): boolean {
  if (a.letters !== b.letters || a.text.length !== b.text.length || a.text.length < TURNED_FROM)
    return false;
  if (a.text.charAt(0) === b.text.charAt(0)) return sortLetters(a.text) === sortLetters(b.text);
  return a.text === Array.from(b.text).toReversed().join('');
}

const TURNED_FROM = 4;

/** Letters that one has and the other has not, on the side that has more of them. */
export function countLettersApart(a: number, b: number): number {
  return Math.max(countBits(a & ~b), countBits(b & ~a));
}

function countBits(bits: number): number {
  let left = bits;
  let count = 0;
  for (; left !== 0; count += 1) left &= left - 1;
  return count;
}
