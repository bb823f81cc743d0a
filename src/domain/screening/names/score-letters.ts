import { editCost } from '../words/edit-cost.ts';
import type { NameToken } from '../words/name-token.ts';
import type { PreparedName } from './prepare-name.ts';
import type { Compared } from './score-words.ts';

/** More than so much is wrong: not one hand's slip any more. */
export const SLIPS_MOST = 1.8;
/** A short name with a letter wrong is another name. */
const LETTERS_PER_EDIT = 4.5;
/** Where vowels are not written, a letter says more. */
const CONSONANTS_PER_EDIT = 7;
const OF_NO_EDIT = 0.93;
const OF_EDIT = 0.04;

/**
 * All words of both are there and very few letters wrong among all of them, however they spread over the words: 0
 * where it is not so, at least 0.85 where it is.
 */
export function scoreLetters(compared: Compared): number {
  const { query, candidate, alignment } = compared;
  if (query.isVowelless !== candidate.isVowelless) return compareConsonants(query, candidate);
  const [one, ...more] = alignment.query.filter(isBearing);
  const [other, ...others] = alignment.candidate.filter(isBearing);
  if (more.length + others.length > 0 || (one === undefined) !== (other === undefined)) return 0;
  const start =
    one === undefined || other === undefined ? 0 : editCost(one.text, other.text, SLIPS_MOST);
  const cost = alignment.pairs.reduce((sum, pair) => sum + pair.cost, start);
  const isSparse = query.isVowelless && candidate.isVowelless;
  const letters = Math.max(countTelling(query), countTelling(candidate));
  const most = isSparse ? Math.min(SLIPS_MOST, letters / CONSONANTS_PER_EDIT) : slipsMost(letters);
  return cost > most ? 0 : OF_NO_EDIT - OF_EDIT * cost;
}

/** How much may be wrong of words that have so many letters in all. */
export function slipsMost(letters: number): number {
  return Math.min(SLIPS_MOST, letters / LETTERS_PER_EDIT);
}

const CONSONANTS_LEAST = 4;

/** One of them has no vowels, and its words may be parted in other places: its article is part of a word. 0 where they are others. */
export function compareConsonants(query: PreparedName, candidate: PreparedName): number {
  const [ours, theirs] = [query.consonants, candidate.consonants];
  const length = Math.min(ours.length, theirs.length);
  if (length < CONSONANTS_LEAST) return 0;
  const cost = editCost(ours, theirs, Math.min(SLIPS_MOST, length / CONSONANTS_PER_EDIT));
  return Math.max(0, OF_NO_EDIT - OF_EDIT * cost);
}

/** What is missed where it stands for nothing on the other side. */
export function isBearing({ kind }: NameToken): boolean {
  return kind === 'word' || kind === 'number';
}

/** The letters of all words that not every other name has. */
export function countTelling({ tokens }: PreparedName): number {
  const telling = tokens.filter(({ kind, isCommon }) => kind === 'word' && !isCommon);
  return telling.reduce((sum, { text }) => sum + text.length, 0);
}
