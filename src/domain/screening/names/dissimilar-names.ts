import {
  compareWords,
  countLettersApart,
  isAbbreviation,
  LIKENESS_LEAST,
} from '../words/compare-words.ts';
import { editCost } from '../words/edit-cost.ts';
import type { NameToken } from '../words/name-token.ts';
import type { PreparedName } from './prepare-name.ts';
import { SLIPS_MOST } from './score-letters.ts';
import { OF_CONFLICT } from './score-words.ts';

/** Words this short are near all others: a letter or two are all of them. */
const SHORT = 3;
const LETTERS_APART_MOST = 0.4;
/** So many letters may be others where each costs least. */
const SLIPPED_MOST = 4;

/**
 * Whether the words alone tell that two names score less than `from`: on both sides there are some that stand for none on
 * the other. Much sooner told than the score of names that happen to share a word, as nearly all do that share one.
 */
export function areFarApart(query: PreparedName, candidate: PreparedName, from: number): boolean {
  const [ours, theirs] = [query.tokens, candidate.tokens];
  // A single word may be all of the other name, and without vowels all words are near others.
  if (ours.length < 2 || theirs.length < 2 || query.isVowelless || candidate.isVowelless)
    return false;
  const [oursLone, theirsLone] = weighLone(leftOf(ours, theirs), leftOf(theirs, ours));
  if (oursLone === 0 || theirsLone === 0) return false;
  const matched = (weigh(ours) - oursLone + weigh(theirs) - theirsLone) / 2;
  return matched < from * (matched + Math.min(oursLone, theirsLone) * OF_CONFLICT);
}

/** Those that the other name has not got. */
function leftOf(tokens: readonly NameToken[], others: readonly NameToken[]): NameToken[] {
  const left: NameToken[] = [];
  for (const token of tokens) if (!has(others, token.text)) left.push(token);
  return left;
}

function has(tokens: readonly NameToken[], text: string): boolean {
  for (const token of tokens) if (token.text === text) return true;
  return false;
}

function weigh(tokens: readonly NameToken[]): number {
  let sum = 0;
  for (const { weight } of tokens) sum += weight;
  return sum;
}

/** What those of each side weigh that are like none of the other; a side has as many words as a number has bits. */
function weighLone(
  ours: readonly NameToken[],
  theirs: readonly NameToken[],
): [ours: number, theirs: number] {
  let [oursLone, liked] = [0, 0];
  for (const token of ours) {
    const likes = findLikes(token, theirs, liked);
    if (likes === 0) oursLone += token.weight;
    liked |= likes;
  }
  let theirsLone = 0;
  for (const [at, { weight }] of theirs.entries())
    if ((liked & (1 << at)) === 0) theirsLone += weight;
  return [oursLone, theirsLone];
}

/** A bit for each of the others that it may be like; of those whose bit is known only whether it is like one. */
function findLikes(token: NameToken, others: readonly NameToken[], known: number): number {
  let likes = 0;
  for (const [at, other] of others.entries()) {
    const isTold = likes !== 0 && (known & (1 << at)) !== 0;
    if (!isTold && mayBeAlike(token, other)) likes |= 1 << at;
  }
  return likes;
}

/** As scoring has it, by words or by letters, or where one may be a part of what the other joins. */
function mayBeAlike(one: NameToken, other: NameToken): boolean {
  const length = Math.max(one.text.length, other.text.length);
  if (length <= SHORT || isSpecial(one) || isSpecial(other)) return true;
  if (one.heard === other.heard && one.heard !== '') return true;
  if (one.sound === other.sound || isPart(one.text, other.text)) return true;
  if (isAbbreviation(one, other)) return true;
  const apart = countLettersApart(one.letters, other.letters);
  if (apart > Math.max(SLIPPED_MOST, length * LETTERS_APART_MOST)) return false;
  return recall(one, other);
}

/** What stands for words that are spelt otherwise. */
function isSpecial({ kind, long }: NameToken): boolean {
  return kind === 'initial' || long !== undefined;
}

/** Of different lengths, with the same beginning or end. */
function isPart(one: string, other: string): boolean {
  if (one.length === other.length) return false;
  return one.startsWith(other.slice(0, SHORT)) || one.endsWith(other.slice(-SHORT));
}

/** What came of comparing two words: most come again. */
const known = new Map<string, Map<string, boolean>>();
const kept = { count: 0, most: 100_000 };

function recall(one: NameToken, other: NameToken): boolean {
  const told = known.get(one.text)?.get(other.text);
  if (told !== undefined) return told;
  const isAlike =
    compareWords(one, other, true).likeness >= LIKENESS_LEAST ||
    editCost(one.text, other.text, SLIPS_MOST) <= SLIPS_MOST;
  if (kept.count >= kept.most) known.clear();
  kept.count = kept.count >= kept.most ? 1 : kept.count + 1;
  const others = known.get(one.text) ?? new Map<string, boolean>();
  known.set(one.text, others.set(other.text, isAlike));
  return isAlike;
}
