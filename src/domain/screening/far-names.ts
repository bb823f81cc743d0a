import { compareWords, countLettersApart, LIKENESS_LEAST } from './compare-words.ts';
import { editCost } from './edit-cost.ts';
import type { NameToken } from './name-token.ts';
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
  const [oursLeft, theirsLeft] = [leftOf(ours, theirs), leftOf(theirs, ours)];
  const oursLone = weighLone(oursLeft, theirsLeft);
  if (oursLone === 0) return false;
  const theirsLone = weighLone(theirsLeft, oursLeft);
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

/** Of those that are like none of the others. */
function weighLone(tokens: readonly NameToken[], others: readonly NameToken[]): number {
  let sum = 0;
  for (const token of tokens) if (!isLikeAny(token, others)) sum += token.weight;
  return sum;
}

function isLikeAny(token: NameToken, others: readonly NameToken[]): boolean {
  for (const other of others) if (mayBeAlike(token, other)) return true;
  return false;
}

/** As scoring has it, by words or by letters, or where one may be a part of what the other joins. */
function mayBeAlike(one: NameToken, other: NameToken): boolean {
  const length = Math.max(one.text.length, other.text.length);
  if (length <= SHORT || isSpecial(one) || isSpecial(other)) return true;
  if (one.sound === other.sound || isPart(one.text, other.text)) return true;
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
