import { computeEditCost } from '../edit-distance/edit-cost.ts';
import {
  areVariants,
  compareWords,
  countLetterDifference,
  SIMILARITY_MIN,
} from '../words/compare-words.ts';
import type { NameToken } from '../words/name-token.ts';
import type { PreparedName } from './prepare-name.ts';
import { TYPO_COST_MAX } from './score-letters.ts';
import { CONFLICT_PENALTY } from './score-words.ts';

/** Maximum length of a word that is similar to nearly all others. */
const SHORT_WORD_LENGTH_MAX = 3;
/** Maximum fraction of differing letters of two words that may be similar. */
const DIFFERENT_LETTERS_FRACTION_MAX = 0.4;
/** Number of differing letters allowed even for short words. */
const DIFFERENT_LETTERS_ALLOWED = 4;

/**
 * True when the unmatched words of both sides prove that two names score below `threshold`. Much faster than scoring,
 * and sufficient for most pairs that share a word by chance.
 */
export function areDissimilar(
  query: PreparedName,
  candidate: PreparedName,
  threshold: number,
): boolean {
  const [queryTokens, candidateTokens] = [query.tokens, candidate.tokens];
  // A single word may be a concatenation of the other name, and without vowels all words are similar.
  if (
    queryTokens.length < 2 ||
    candidateTokens.length < 2 ||
    query.isVowelless ||
    candidate.isVowelless
  )
    return false;
  const [queryUnmatched, candidateUnmatched] = weighUnmatched(
    listMissingTokens(query, candidateTokens),
    listMissingTokens(candidate, queryTokens),
  );
  if (queryUnmatched === 0 || candidateUnmatched === 0) return false;
  const matchedWeight =
    (sumWeights(queryTokens) - queryUnmatched + sumWeights(candidateTokens) - candidateUnmatched) /
    2;
  return (
    matchedWeight <
    threshold * (matchedWeight + Math.min(queryUnmatched, candidateUnmatched) * CONFLICT_PENALTY)
  );
}

/** Returns the tokens whose text the other name lacks, except a husband's surname. */
function listMissingTokens(
  { tokens, husbandIndex }: PreparedName,
  otherTokens: readonly NameToken[],
): NameToken[] {
  const missingTokens: NameToken[] = [];
  let index = 0;
  for (const token of tokens) {
    if (index !== husbandIndex && !hasText(otherTokens, token.text)) missingTokens.push(token);
    index += 1;
  }
  return missingTokens;
}

function hasText(tokens: readonly NameToken[], text: string): boolean {
  for (const token of tokens) if (token.text === text) return true;
  return false;
}

function sumWeights(tokens: readonly NameToken[]): number {
  let sum = 0;
  for (const { weight } of tokens) sum += weight;
  return sum;
}

/**
 * Returns the weight of the tokens of each side that are similar to none of the other. A bit mask suffices: names have
 * at most 32 tokens.
 */
function weighUnmatched(
  queryTokens: readonly NameToken[],
  candidateTokens: readonly NameToken[],
): [queryWeight: number, candidateWeight: number] {
  let [queryUnmatched, matchedMask] = [0, 0];
  for (const token of queryTokens) {
    const mask = findSimilarMask(token, candidateTokens, matchedMask);
    if (mask === 0) queryUnmatched += token.weight;
    matchedMask |= mask;
  }
  let candidateUnmatched = 0;
  for (const [index, { weight }] of candidateTokens.entries())
    if ((matchedMask & (1 << index)) === 0) candidateUnmatched += weight;
  return [queryUnmatched, candidateUnmatched];
}

/**
 * Returns the mask of the other tokens that may be similar. Tokens in `matchedMask` are only compared until one
 * similar token is found.
 */
function findSimilarMask(
  token: NameToken,
  otherTokens: readonly NameToken[],
  matchedMask: number,
): number {
  let mask = 0;
  for (const [index, otherToken] of otherTokens.entries()) {
    const isAlreadyMatched = mask !== 0 && (matchedMask & (1 << index)) !== 0;
    if (!isAlreadyMatched && mayBeSimilar(token, otherToken)) mask |= 1 << index;
  }
  return mask;
}

/** True when scoring may pair the two words: by words, by letters, or as part of a concatenation. */
function mayBeSimilar(first: NameToken, second: NameToken): boolean {
  const length = Math.max(first.text.length, second.text.length);
  if (length <= SHORT_WORD_LENGTH_MAX || first.kind === 'initial' || second.kind === 'initial')
    return true;
  if (first.spanishKey === second.spanishKey && first.spanishKey !== '') return true;
  if (first.phoneticKey === second.phoneticKey || sharesAffix(first.text, second.text)) return true;
  if (areVariants(first, second)) return true;
  const letterDifference = countLetterDifference(first.letterMask, second.letterMask);
  if (
    letterDifference > Math.max(DIFFERENT_LETTERS_ALLOWED, length * DIFFERENT_LETTERS_FRACTION_MAX)
  )
    return false;
  return areSimilarWords(first, second);
}

/** True for words of different lengths that share a prefix or suffix. */
function sharesAffix(first: string, second: string): boolean {
  if (first.length === second.length) return false;
  return (
    first.startsWith(second.slice(0, SHORT_WORD_LENGTH_MAX)) ||
    first.endsWith(second.slice(-SHORT_WORD_LENGTH_MAX))
  );
}

/** Results of word comparisons; most pairs recur. */
const resultsByWord = new Map<string, Map<string, boolean>>();
const resultCache = { count: 0, countMax: 100_000 };

/** True when two words are similar by scoring, cached. */
function areSimilarWords(first: NameToken, second: NameToken): boolean {
  const cached = resultsByWord.get(first.text)?.get(second.text);
  if (cached !== undefined) return cached;
  const isSimilar =
    compareWords(first, second, true).similarity >= SIMILARITY_MIN ||
    computeEditCost(first.text, second.text, TYPO_COST_MAX) <= TYPO_COST_MAX;
  if (resultCache.count >= resultCache.countMax) resultsByWord.clear();
  resultCache.count = resultCache.count >= resultCache.countMax ? 1 : resultCache.count + 1;
  const results = resultsByWord.get(first.text) ?? new Map<string, boolean>();
  resultsByWord.set(first.text, results.set(second.text, isSimilar));
  return isSimilar;
}
