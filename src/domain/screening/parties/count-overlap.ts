import type { PreparedName } from '../names/prepare-name.ts';
import { NO_LENGTHS, runLengthsOf } from '../names/run-lengths.ts';
import { isBearing, SLIPS_MOST } from '../names/score-letters.ts';
import { OF_CONFLICT } from '../names/score-words.ts';
import type { WordBook } from '../search/token-index.ts';
import type { NameToken } from '../words/name-token.ts';
import { type Counted, TALLY, type WordTally } from '../words/overlap-tally.ts';

/** Names by their words. */
export type Written = { isVowelless: boolean; book: WordBook };

/** What all words of a name weigh, and those that are missed where they have no like. */
export type Weights = { weight: number; bearing: number };

/**
 * How much speaks against a name; undefined where it cannot score `from`. By words it can where what lifts the score above that
 * is no less than what presses it below, on the side where that is less: words that have no like, or none that is like enough.
 * By letters it can where all words have a like, and few slips.
 */
export function weighAgainst(
  tally: WordTally,
  { at, own, other }: { at: number; own: Weights; other: Weights },
  from: number,
): number | undefined {
  const oursLone = own.bearing - tally.of(at, TALLY.ours);
  const theirsLone = other.bearing - tally.of(at, TALLY.theirs);
  const oursAgainst = oursLone * from * OF_CONFLICT + tally.of(at, TALLY.oursAgainst);
  const theirsAgainst = theirsLone * from * OF_CONFLICT + tally.of(at, TALLY.theirsAgainst);
  // What is not missed may be there all the same.
  const free = own.weight - own.bearing + other.weight - other.bearing;
  const lifted = tally.of(at, TALLY.lift) + (free * (1 - from)) / 2 + ROUNDING;
  if (lifted >= Math.min(oursAgainst, theirsAgainst)) return oursAgainst + theirsAgainst;
  const isWhole = Math.max(oursLone, theirsLone) < ROUNDING;
  const isByLetters = isWhole && tally.of(at, TALLY.cost) <= SLIPS_MOST + ROUNDING;
  // The other part of what is joined may be taken for lone: then what is like enough for nothing may yet be merely left out.
  const matched = (own.weight - oursLone + other.weight - theirsLone) / 2;
  const lone = Math.min(oursLone, theirsLone) * from * OF_CONFLICT;
  const isByParts = tally.of(at, TALLY.joined) === 1 && matched * (1 - from) + ROUNDING >= lone;
  return isByLetters || isByParts ? oursAgainst + theirsAgainst : undefined;
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
  const { isVowelless, book } = written;
  const best = new Map<number, Counted>();
  const lengths = runLengthsOf(name);
  for (const [place, token] of name.tokens.entries()) {
    const found = book.likesOf(token, isVowelless === name.isVowelless);
    tally.beginWord(isBearing(token) ? token.weight : 0);
    // What is joined is the likest.
    for (const { at, bearing } of found.joined) {
      tally.countOurs(at, JOINED);
      tally.countTheirs(at, bearing, JOINED);
    }
    const count = (word: number, like: Counted): void => {
      best.set(word, better(best.get(word), like));
      const { at } = book.postingsOf(word);
      for (let i = 0; i < at.length; i += 1) tally.countOurs(at[i] ?? 0, like);
    };
    for (const word of book.listJoining(found, lengths[place] ?? NO_LENGTHS)) count(word, JOINED);
    for (const like of found.likes) count(like.word, like);
    yield;
  }
  countBest(tally, book, best);
}

/** Counts the words of names, each by the likest of the one's. */
function countBest(tally: WordTally, book: WordBook, best: ReadonlyMap<number, Counted>): void {
  for (const [word, like] of best) {
    const { at, bearing } = book.postingsOf(word);
    for (let i = 0; i < at.length; i += 1) tally.countTheirs(at[i] ?? 0, bearing[i] ?? 0, like);
  }
}

function better(one: Counted | undefined, other: Counted): Counted {
  if (one === undefined) return other;
  return {
    likeness: Math.max(one.likeness, other.likeness),
    cost: Math.min(one.cost, other.cost),
  };
}
