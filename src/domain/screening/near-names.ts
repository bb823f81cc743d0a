import type { NameToken } from './name-token.ts';
import type { PreparedName } from './prepare-name.ts';
import { lengthsNear, type RunLengths, runLengthsOf } from './run-lengths.ts';
import { isBearing, SLIPS_MOST } from './score-letters.ts';
import { OF_CONFLICT } from './score-words.ts';
import type { Part, WordBook } from './word-book.ts';
import type { Counted, WordTally } from './word-tally.ts';

/** A name that a word stands in, what the word weighs there, 0 for one that is not missed, and what it may be joined with. */
export type Posting = RunLengths & { at: number; bearing: number };

/** Names by their words' places in a book. */
export type Written = { isVowelless: boolean; book: WordBook; postings: Posting[][] };

/** What all words of a name weigh, and those that are missed where they have no like. */
export type Weights = { weight: number; bearing: number };

/**
 * How much speaks against a name; undefined where it cannot score `from`. By words it can where what lifts the score above that
 * is no less than what presses it below, on the side where that is less: words that have no like, or none that is like enough.
 * By letters it can where all words have a like, and few slips.
 */
export function weighAgainst(
  { ours, theirs, lift, joined }: WordTally,
  { at, own, other }: { at: number; own: Weights; other: Weights },
  from: number,
): number | undefined {
  const oursLone = own.bearing - read(ours.weight, at);
  const theirsLone = other.bearing - read(theirs.weight, at);
  const oursAgainst = oursLone * from * OF_CONFLICT + read(ours.against, at);
  const theirsAgainst = theirsLone * from * OF_CONFLICT + read(theirs.against, at);
  // What is not missed may be there all the same.
  const free = own.weight - own.bearing + other.weight - other.bearing;
  const lifted = read(lift, at) + (free * (1 - from)) / 2 + ROUNDING;
  const isWhole = Math.max(oursLone, theirsLone) < ROUNDING;
  const isByLetters = isWhole && read(theirs.cost, at) <= SLIPS_MOST + ROUNDING;
  // The other part of what is joined may be taken for lone: then what is like enough for nothing may yet be merely left out.
  const matched = (own.weight - oursLone + other.weight - theirsLone) / 2;
  const lone = Math.min(oursLone, theirsLone) * from * OF_CONFLICT;
  const isByParts = joined[at] === 1 && matched * (1 - from) + ROUNDING >= lone;
  const isByWords = lifted >= Math.min(oursAgainst, theirsAgainst);
  if (!isByWords && !isByLetters && !isByParts) return undefined;
  return oursAgainst + theirsAgainst;
}

function read(values: Float64Array, at: number): number {
  return values[at] ?? 0;
}

export function weightsOf({ tokens }: PreparedName): Weights {
  return { weight: weigh(tokens), bearing: weigh(tokens.filter(isBearing)) };
}

function weigh(tokens: readonly NameToken[]): number {
  return tokens.reduce((sum, { weight }) => sum + weight, 0);
}

/** Sums of weights are not exact. */
const ROUNDING = 1e-6;
const JOINED = { likeness: 1, cost: 0, isJoined: true };

/** Counts what names have of the words of one, a word in each step. */
export function* countLike(
  tally: WordTally,
  written: Written,
  name: PreparedName,
): Generator<void, void> {
  const { isVowelless, book, postings } = written;
  const best = new Map<number, Counted>();
  const lengths = runLengthsOf(name);
  for (const [place, token] of name.tokens.entries()) {
    const { likes, parts } = book.likesOf(token, isVowelless === name.isVowelless);
    tally.beginWord(isBearing(token) ? token.weight : 0);
    const { length } = token.text;
    // What is joined is the likest.
    const shorter = parts.filter((part) => part.length < length);
    countParts(tally, { postings, parts: shorter, length });
    const isOfUs = (part: Part): boolean => isJoined(part, lengths[place], part.length);
    const joined = parts.filter((part) => part.length > length && isOfUs(part));
    for (const like of [...joined.map(({ word }) => ({ word, ...JOINED })), ...likes]) {
      best.set(like.word, better(best.get(like.word), like));
      for (const { at } of postings[like.word] ?? NOWHERE) tally.countOurs(at, like);
    }
    yield;
  }
  for (const [word, like] of best)
    for (const { at, bearing } of postings[word] ?? NOWHERE) tally.countTheirs(at, bearing, like);
}

/** Counts the names whose words a word of so many letters may join. */
function countParts(
  tally: WordTally,
  { postings, parts, length }: Pick<Written, 'postings'> & { parts: Part[]; length: number },
): void {
  for (const part of parts)
    for (const posting of postings[part.word] ?? NOWHERE) {
      if (!isJoined(part, posting, length)) continue;
      tally.countOurs(posting.at, JOINED);
      tally.countTheirs(posting.at, posting.bearing, JOINED);
    }
}

const NOWHERE: readonly Posting[] = [];

/** Whether the words that the part is the first or the last of have as many letters as the one that joins them, or nearly. */
function isJoined(part: Part, runs: RunLengths | undefined, length: number): boolean {
  const near = lengthsNear(length);
  const starts = part.isStart && ((runs?.starts ?? 0) & near) !== 0;
  return starts || (part.isEnd && ((runs?.ends ?? 0) & near) !== 0);
}

function better(one: Counted | undefined, other: Counted): Counted {
  if (one === undefined) return other;
  return {
    likeness: Math.max(one.likeness, other.likeness),
    cost: Math.min(one.cost, other.cost),
  };
}
