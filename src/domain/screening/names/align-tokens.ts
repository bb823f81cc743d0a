import { editCostStats } from '../edit-distance/edit-cost.ts';
import {
  areVariants,
  compareWords,
  SIMILARITY_MIN,
  type WordSimilarity,
} from '../words/compare-words.ts';
import type { NameToken, TokenRun } from '../words/name-token.ts';
import type { PreparedName } from './prepare-name.ts';

/**
 * Tokens of the query paired with tokens of the candidate; several on one side when the other side writes them
 * as one word.
 */
export type TokenPair = WordSimilarity & { query: TokenRun; candidate: TokenRun };

/** True when both sides are words, not initials or numbers. */
export function isWordPair({ query, candidate }: TokenPair): boolean {
  return query.token.kind === 'word' && candidate.token.kind === 'word';
}

export type Alignment = {
  pairs: TokenPair[];
  /** Tokens without a counterpart. */
  unmatchedQuery: NameToken[];
  unmatchedCandidate: NameToken[];
};

/** Minimum similarity of a concatenation and a word. */
const JOINED_SIMILARITY_MIN = 0.85;
/** Maximum difference of their lengths, in letters. */
const JOINED_DIFFERENCE_MAX = 2;
/**
 * Maximum number of matrix cells per comparison, a hundred times the usual number. Above it only equal words are
 * paired.
 */
const CELLS_MAX = 60_000;

/** Pairs tokens greedily, most similar first; each token is used at most once. Deterministic. */
export function alignTokens(query: PreparedName, candidate: PreparedName): Alignment {
  const options = {
    comparesVowels: query.isVowelless === candidate.isVowelless,
    cellsMax: editCostStats.cells + CELLS_MAX,
  };
  const candidates = [
    ...listTokenPairs(query, candidate, options),
    ...listJoinedPairs(query, candidate, options),
    ...listJoinedPairs(candidate, query, options).map(swapSides),
  ].toSorted((a, b) => rankPair(b) - rankPair(a));
  const pairedIndexes = { query: new Set<number>(), candidate: new Set<number>() };
  const pairs = candidates.filter((pair) => {
    if (
      overlaps(pairedIndexes.query, pair.query) ||
      overlaps(pairedIndexes.candidate, pair.candidate)
    )
      return false;
    markPaired(pairedIndexes.query, pair.query);
    markPaired(pairedIndexes.candidate, pair.candidate);
    return true;
  });
  return {
    pairs,
    unmatchedQuery: query.tokens.filter((_, index) => !pairedIndexes.query.has(index)),
    unmatchedCandidate: candidate.tokens.filter((_, index) => !pairedIndexes.candidate.has(index)),
  };
}

type AlignmentOptions = { comparesVowels: boolean; cellsMax: number };

function isBudgetExhausted({ cellsMax }: AlignmentOptions): boolean {
  return editCostStats.cells > cellsMax;
}

function listTokenPairs(
  query: PreparedName,
  candidate: PreparedName,
  options: AlignmentOptions,
): TokenPair[] {
  const pairs: TokenPair[] = [];
  for (const [queryIndex, queryToken] of query.tokens.entries()) {
    for (const [candidateIndex, candidateToken] of candidate.tokens.entries()) {
      if (
        differsInLength(queryToken, candidateToken) ||
        (isBudgetExhausted(options) && queryToken.text !== candidateToken.text)
      )
        continue;
      const match = compareWords(queryToken, candidateToken, options.comparesVowels);
      if (match.similarity < SIMILARITY_MIN) continue;
      const runs = {
        query: toRun(queryToken, queryIndex),
        candidate: toRun(candidateToken, candidateIndex),
      };
      pairs.push({ ...match, ...runs });
    }
  }
  return pairs;
}

/** Maximum difference of the lengths of two words, as a share of the longer one. */
const LENGTH_DIFFERENCE_MAX = 0.6;

/** True when the lengths differ so much that no comparison is needed. Initials and variants are always compared. */
function differsInLength(first: NameToken, second: NameToken): boolean {
  const [a, b] = [first.text.length, second.text.length];
  if (Math.abs(a - b) <= LENGTH_DIFFERENCE_MAX * Math.max(a, b)) return false;
  if (first.kind === 'initial' || second.kind === 'initial') return false;
  return !areVariants(first, second);
}

function toRun(token: NameToken, start: number): TokenRun {
  return { start, count: 1, length: token.text.length, token };
}

/** Lists the runs of the first name that match one word of the second. */
function listJoinedPairs(
  splitName: PreparedName,
  joinedName: PreparedName,
  options: AlignmentOptions,
): TokenPair[] {
  const pairs: TokenPair[] = [];
  for (const run of splitName.runs) {
    for (const [index, token] of joinedName.tokens.entries()) {
      if (Math.abs(token.text.length - run.length) > JOINED_DIFFERENCE_MAX || token.kind !== 'word')
        continue;
      if (isBudgetExhausted(options)) return pairs;
      const match = compareWords(run.token, token, options.comparesVowels);
      if (match.similarity < JOINED_SIMILARITY_MIN) continue;
      pairs.push({ ...match, query: run, candidate: toRun(token, index) });
    }
  }
  return pairs;
}

function swapSides({ query, candidate, ...match }: TokenPair): TokenPair {
  return { ...match, query: candidate, candidate: query };
}

/**
 * Returns the rank of a pair: higher for greater similarity, then for longer words, then for earlier positions. The
 * divisors keep each criterion below the one before it.
 */
function rankPair({ similarity, query, candidate }: TokenPair): number {
  const length = query.token.text.length + candidate.token.text.length;
  return similarity + length / 1000 - (query.start + candidate.start) / 100_000;
}

function overlaps(pairedIndexes: ReadonlySet<number>, { start, count }: TokenRun): boolean {
  for (let index = start; index < start + count; index += 1)
    if (pairedIndexes.has(index)) return true;
  return false;
}

function markPaired(pairedIndexes: Set<number>, { start, count }: TokenRun): void {
  for (let index = start; index < start + count; index += 1) pairedIndexes.add(index);
}
