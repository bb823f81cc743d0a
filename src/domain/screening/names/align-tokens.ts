import {
  compareWords,
  isAbbreviation,
  LIKENESS_LEAST,
  type WordMatch,
} from '../words/compare-words.ts';
import { work } from '../words/edit-cost.ts';
import type { NameToken, Run } from '../words/name-token.ts';
import type { PreparedName } from './prepare-name.ts';

/** Words of the query that stand for words of the candidate; several on a side that parts what the other joins. */
export type Pair = WordMatch & { query: Run; candidate: Run };

/** Whether both sides are words, and not initials or numbers. */
export function isOfWords({ query, candidate }: Pair): boolean {
  return query.token.kind === 'word' && candidate.token.kind === 'word';
}

export type Alignment = {
  pairs: Pair[];
  /** Words that stand for nothing on the other side. */
  query: NameToken[];
  candidate: NameToken[];
};

/** Words that must be joined first have to be more alike. */
const LIKENESS_OF_JOINED = 0.85;
/** Once comparing two names took so many steps, a hundred times what usual ones take, other words are only found where they are the same. */
const CELLS_MAX = 60_000;

/** Each word at most once, the most alike first; in the same order for the same names. */
export function alignTokens(query: PreparedName, candidate: PreparedName): Alignment {
  const how = {
    hasVowels: query.isVowelless === candidate.isVowelless,
    cellsMost: work.cells + CELLS_MAX,
  };
  const found = [
    ...likePairs(query, candidate, how),
    ...joinedPairs(query, candidate, how),
    ...joinedPairs(candidate, query, how).map(turn),
  ].toSorted((a, b) => rank(b) - rank(a));
  const taken = { query: new Set<number>(), candidate: new Set<number>() };
  const pairs = found.filter((pair) => {
    if (isTaken(taken.query, pair.query) || isTaken(taken.candidate, pair.candidate)) return false;
    take(taken.query, pair.query);
    take(taken.candidate, pair.candidate);
    return true;
  });
  return {
    pairs,
    query: query.tokens.filter((_, at) => !taken.query.has(at)),
    candidate: candidate.tokens.filter((_, at) => !taken.candidate.has(at)),
  };
}

type How = { hasVowels: boolean; cellsMost: number };

function isSpent({ cellsMost }: How): boolean {
  return work.cells > cellsMost;
}

function likePairs(query: PreparedName, candidate: PreparedName, how: How): Pair[] {
  const pairs: Pair[] = [];
  for (const [i, one] of query.tokens.entries()) {
    for (const [j, other] of candidate.tokens.entries()) {
      if (isFar(one, other) || (isSpent(how) && one.text !== other.text)) continue;
      const match = compareWords(one, other, how.hasVowels);
      if (match.likeness < LIKENESS_LEAST) continue;
      const runs = { query: runOf(one, i), candidate: runOf(other, j) };
      pairs.push({ ...match, ...runs });
    }
  }
  return pairs;
}

/** So different in length that no comparison is needed. */
function isFar(one: NameToken, other: NameToken): boolean {
  const [a, b] = [one.text.length, other.text.length];
  if (Math.abs(a - b) <= 0.6 * Math.max(a, b)) return false;
  if (one.kind === 'initial' || other.kind === 'initial') return false;
  if (one.long !== undefined || other.long !== undefined) return false;
  return !isAbbreviation(one, other);
}

function runOf(token: NameToken, from: number): Run {
  return { from, count: 1, length: token.text.length, token };
}

/** Words of the first name that follow each other and are one word of the second. */
function joinedPairs(parted: PreparedName, joined: PreparedName, how: How): Pair[] {
  const pairs: Pair[] = [];
  for (const run of parted.runs) {
    for (const [at, token] of joined.tokens.entries()) {
      if (Math.abs(token.text.length - run.length) > 2 || token.kind !== 'word') continue;
      if (isSpent(how)) return pairs;
      const match = compareWords(run.token, token, how.hasVowels);
      if (match.likeness < LIKENESS_OF_JOINED) continue;
      pairs.push({ ...match, query: run, candidate: runOf(token, at) });
    }
  }
  return pairs;
}

function turn({ query, candidate, ...match }: Pair): Pair {
  return { ...match, query: candidate, candidate: query };
}

/** Of pairs equally alike the longer words first, then the earlier ones. */
function rank({ likeness, query, candidate }: Pair): number {
  const length = query.token.text.length + candidate.token.text.length;
  return likeness + length / 1000 - (query.from + candidate.from) / 100_000;
}

function isTaken(taken: ReadonlySet<number>, { from, count }: Run): boolean {
  for (let at = from; at < from + count; at += 1) if (taken.has(at)) return true;
  return false;
}

function take(taken: Set<number>, { from, count }: Run): void {
  for (let at = from; at < from + count; at += 1) taken.add(at);
}
