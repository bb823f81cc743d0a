import { isRequired } from '../names/married-names.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { listRunLengths, NO_RUN_LENGTHS } from '../names/run-lengths.ts';
import { TYPO_COST_MAX } from '../names/score-letters.ts';
import { CONFLICT_PENALTY } from '../names/score-words.ts';
import type { TokenIndex } from '../search/token-index.ts';
import type { NameToken } from '../words/name-token.ts';
import { type OverlapTally, TALLY_FIELDS, type TokenMatch } from '../words/overlap-tally.ts';

/** Indexed names of one kind of script. */
export type TokenizedNames = { isVowelless: boolean; tokenIndex: TokenIndex };

/** Total weight of the tokens of a name, and of those that lower the score when they are missing. */
export type NameWeights = { weight: number; significantWeight: number };

/**
 * Returns the penalty of a name; undefined when it cannot score `threshold`. By words it can when the surplus of
 * matched words covers the penalty of the side with the smaller one. By letters it can when all words are matched with
 * few typing errors.
 */
export function computePenalty(
  tally: OverlapTally,
  {
    nameIndex,
    queryWeights,
    nameWeights,
  }: {
    nameIndex: number;
    queryWeights: NameWeights;
    nameWeights: NameWeights;
  },
  threshold: number,
): number | undefined {
  const queryUnmatched =
    queryWeights.significantWeight - tally.get(nameIndex, TALLY_FIELDS.queryMatched);
  const nameUnmatched =
    nameWeights.significantWeight - tally.get(nameIndex, TALLY_FIELDS.nameMatched);
  const queryPenalty =
    queryUnmatched * threshold * CONFLICT_PENALTY +
    tally.get(nameIndex, TALLY_FIELDS.queryShortfall);
  const namePenalty =
    nameUnmatched * threshold * CONFLICT_PENALTY + tally.get(nameIndex, TALLY_FIELDS.nameShortfall);
  // Words that may be missing without penalty count as present.
  const optionalWeight =
    queryWeights.weight -
    queryWeights.significantWeight +
    nameWeights.weight -
    nameWeights.significantWeight;
  const surplus =
    tally.get(nameIndex, TALLY_FIELDS.surplus) + (optionalWeight * (1 - threshold)) / 2 + ROUNDING;
  if (surplus >= Math.min(queryPenalty, namePenalty)) return queryPenalty + namePenalty;
  const areAllMatched = Math.max(queryUnmatched, nameUnmatched) < ROUNDING;
  const canScoreByLetters =
    areAllMatched && tally.get(nameIndex, TALLY_FIELDS.editCost) <= TYPO_COST_MAX + ROUNDING;
  // When words are joined, the second part counts as unmatched although it is only missing, so that the lower penalty
  // applies.
  const matchedWeight =
    (queryWeights.weight - queryUnmatched + nameWeights.weight - nameUnmatched) / 2;
  const conflictPenalty = Math.min(queryUnmatched, nameUnmatched) * threshold * CONFLICT_PENALTY;
  const canScoreByParts =
    tally.get(nameIndex, TALLY_FIELDS.hasJoinedWords) === 1 &&
    matchedWeight * (1 - threshold) + ROUNDING >= conflictPenalty;
  return canScoreByLetters || canScoreByParts ? queryPenalty + namePenalty : undefined;
}

export function weighName(name: PreparedName): NameWeights {
  const { tokens } = name;
  return {
    weight: sumWeights(tokens),
    significantWeight: sumWeights(tokens.filter((token, index) => isRequired(name, token, index))),
  };
}

function sumWeights(tokens: readonly NameToken[]): number {
  return tokens.reduce((sum, { weight }) => sum + weight, 0);
}

/** Tolerance for sums of weights, which are not exact in floating point. */
const ROUNDING = 1e-6;
/** Match of a word with several joined ones, counted as equal: scoring compares them. */
const JOINED_MATCH = { similarity: 1, cost: 0, isJoined: true };

/** Counts the overlap of indexed names with a query name, one word per step. */
export function* countOverlap(
  tally: OverlapTally,
  tokenizedNames: TokenizedNames,
  name: PreparedName,
): Generator<void, void> {
  const { isVowelless, tokenIndex } = tokenizedNames;
  const bestMatches = new Map<number, TokenMatch>();
  const runLengths = listRunLengths(name);
  for (const [position, token] of name.tokens.entries()) {
    const candidates = tokenIndex.findCandidates(token, isVowelless === name.isVowelless);
    tally.startQueryWord(isRequired(name, token, position) ? token.weight : 0);
    // Concatenations are the best matches and therefore come first.
    for (const { nameIndex, significantWeight } of candidates.joined) {
      tally.countQueryWord(nameIndex, JOINED_MATCH);
      tally.countNameWord(nameIndex, significantWeight, JOINED_MATCH);
    }
    const count = (tokenId: number, match: TokenMatch): void => {
      bestMatches.set(tokenId, mergeMatches(bestMatches.get(tokenId), match));
      const { nameIndexes } = tokenIndex.getPostings(tokenId);
      for (let i = 0; i < nameIndexes.length; i += 1)
        tally.countQueryWord(nameIndexes[i] ?? 0, match);
    };
    for (const tokenId of tokenIndex.listJoining(
      candidates,
      runLengths[position] ?? NO_RUN_LENGTHS,
    ))
      count(tokenId, JOINED_MATCH);
    for (const match of candidates.similar) count(match.tokenId, match);
    yield;
  }
  countBestMatches(tally, tokenIndex, bestMatches);
}

/** Counts each indexed word by its best match in the query. */
function countBestMatches(
  tally: OverlapTally,
  tokenIndex: TokenIndex,
  bestMatches: ReadonlyMap<number, TokenMatch>,
): void {
  for (const [tokenId, match] of bestMatches) {
    const { nameIndexes, significantWeights } = tokenIndex.getPostings(tokenId);
    for (let i = 0; i < nameIndexes.length; i += 1)
      tally.countNameWord(nameIndexes[i] ?? 0, significantWeights[i] ?? 0, match);
  }
}

function mergeMatches(first: TokenMatch | undefined, second: TokenMatch): TokenMatch {
  if (first === undefined) return second;
  return {
    similarity: Math.max(first.similarity, second.similarity),
    cost: Math.min(first.cost, second.cost),
  };
}
