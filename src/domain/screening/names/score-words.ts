import type { NameToken } from '../words/name-token.ts';
import type { Alignment, TokenPair } from './align-tokens.ts';
import type { PreparedName } from './prepare-name.ts';

/** Two names and the alignment of their tokens. */
export type NameComparison = { query: PreparedName; candidate: PreparedName; alignment: Alignment };

/** Penalties for tokens without a counterpart, as factors of their weight. */
type MismatchPenalties = {
  /** A different word is in its place on the other side. */
  conflict: number;
  /** The query has the word and the candidate has none in its place. */
  query: number;
  /** The candidate has the word and the query has none in its place. */
  candidate: number;
  /** Maximum total penalty for words that only one side has. */
  queryMax: number;
  candidateMax: number;
};

/** Penalty factor for two different words in the same place. */
export const CONFLICT_PENALTY = 1.5;
/** Second given names and surnames are often missing, more so in queries than in lists. */
const PERSON_PENALTIES: MismatchPenalties = {
  conflict: CONFLICT_PENALTY,
  query: 0.3,
  candidate: 0.25,
  queryMax: 0.35,
  candidateMax: 0.35,
};
/** An additional word often denotes another company of the same group. */
const NON_PERSON_PENALTIES: MismatchPenalties = {
  conflict: CONFLICT_PENALTY,
  query: 0.6,
  candidate: 0.5,
  queryMax: Infinity,
  candidateMax: Infinity,
};

/**
 * Returns the weight of the paired words, multiplied by their similarity, divided by the total weight including
 * penalties.
 */
export function scoreWords({ query, candidate, alignment }: NameComparison): number {
  const isPerson = query.partyType === 'natural' || candidate.partyType === 'natural';
  const penalties = isPerson ? PERSON_PENALTIES : NON_PERSON_PENALTIES;
  let [matchedWeight, similarWeight] = [0, 0];
  for (const pair of alignment.pairs) {
    const weight = getPairWeight(pair);
    matchedWeight += weight;
    similarWeight += weight * pair.similarity;
  }
  return matchedWeight === 0
    ? 0
    : similarWeight / (matchedWeight + sumPenalties(alignment, penalties));
}

/** Returns the weight of a pair of words. */
export function getPairWeight({ query, candidate }: TokenPair): number {
  return (query.token.weight + candidate.token.weight) / 2;
}

function sumPenalties(
  { unmatchedQuery, unmatchedCandidate }: Alignment,
  penalties: MismatchPenalties,
): number {
  const [queryWeight, candidateWeight] = [
    sumWeights(unmatchedQuery),
    sumWeights(unmatchedCandidate),
  ];
  const conflict = Math.min(queryWeight, candidateWeight);
  const extra =
    conflict === 0
      ? { query: sumExtraWeights(unmatchedQuery), candidate: sumExtraWeights(unmatchedCandidate) }
      : { query: queryWeight - conflict, candidate: candidateWeight - conflict };
  return (
    conflict * penalties.conflict +
    Math.min(extra.query * penalties.query, penalties.queryMax) +
    Math.min(extra.candidate * penalties.candidate, penalties.candidateMax)
  );
}

function sumWeights(tokens: readonly NameToken[]): number {
  return tokens.reduce((sum, { weight }) => sum + weight, 0);
}

/** Patronymics of Slavic and Turkic names, which only documents and complete lists include. */
const PATRONYMIC = /.{3}(?:[OE]VIT?CH|[OEY]VYCH|[OE]VNA|ICHNA|OGLU|KYZY)$/;
/** Factor of the penalty for a patronymic that one side lacks. */
const PATRONYMIC_FACTOR = 0.4;

function sumExtraWeights(tokens: readonly NameToken[]): number {
  return tokens.reduce((sum, { text, weight }) => sum + weight * getExtraFactor(text), 0);
}

/** Abbreviation of COMPANY, which legal forms include: names without it are the same. */
const COMPANY_ABBREVIATION = 'COMP';
/** Factor of the penalty for it. */
const COMPANY_FACTOR = 0.2;

function getExtraFactor(text: string): number {
  if (text === COMPANY_ABBREVIATION) return COMPANY_FACTOR;
  return PATRONYMIC.test(text) ? PATRONYMIC_FACTOR : 1;
}
