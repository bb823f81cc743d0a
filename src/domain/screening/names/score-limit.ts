import type { NameToken } from '../words/name-token.ts';
import { type Alignment, isWordPair } from './align-tokens.ts';
import { getPairWeight, type NameComparison } from './score-words.ts';

/** Score of names in a syllabic script that differ: not reported, since possible matches start at 0.75. */
const DIFFERENT_SYLLABLES_LIMIT = 0.7;
/** Scores that are reported as possible but do not alert, since alerts start at 0.85. */
const DIFFERENT_NUMBERS_LIMIT = 0.84;
const WEAK_EVIDENCE_LIMIT = 0.8;
/** Weight of a pair of words above which it is rare. Weights are from 0 to 1. */
const RARE_WEIGHT_ABOVE = 0.9;

/** Returns the upper limit of the score of two names, regardless of how similar their words are. */
export function getScoreLimit(comparison: NameComparison): number {
  const { query, candidate, alignment } = comparison;
  // One character of Han or Hangul is a syllable; after transliteration another name would look like a typing error.
  const hasSyllables = query.syllables !== '' && candidate.syllables !== '';
  if (hasSyllables && query.syllables !== candidate.syllables) return DIFFERENT_SYLLABLES_LIMIT;
  if (alignment.unmatchedQuery.some(isNumber) && alignment.unmatchedCandidate.some(isNumber))
    return DIFFERENT_NUMBERS_LIMIT;
  const hasEnoughEvidence = query.partyType === 'natural' ? hasEnoughWords : hasDistinctiveWords;
  return hasEnoughEvidence(comparison) ? 1 : WEAK_EVIDENCE_LIMIT;
}

function isNumber({ kind }: NameToken): boolean {
  return kind === 'number';
}

/** True when the name of a company has a word that is neither generic nor an abbreviation or its counterpart. */
function hasDistinctiveWords({ query, candidate, alignment }: NameComparison): boolean {
  if (!alignment.pairs.some(({ effect }) => effect === 'abbreviation'))
    return query.tokens.some(isDistinctive) || candidate.tokens.some(isDistinctive);
  const abbreviatedTokens = new Set(
    alignment.pairs.flatMap((pair) =>
      pair.effect === 'abbreviation' ? [pair.query.token, pair.candidate.token] : [],
    ),
  );
  return [...query.tokens, ...candidate.tokens].some(
    (token) => isDistinctive(token) && !abbreviatedTokens.has(token),
  );
}

function isDistinctive({ kind, isCommon }: NameToken): boolean {
  return kind === 'word' && !isCommon;
}

/** Minimum number of equal consonants that are not a coincidence. */
const CONSONANTS_MIN = 4;

/**
 * True when the evidence suffices for a person: two matching words; all consonants equal, for names with different
 * word boundaries; or one word, when both names have no other, or when it is rare and the rest are initials.
 */
function hasEnoughWords({ query, candidate, alignment }: NameComparison): boolean {
  const words = alignment.pairs.filter(isWordPair);
  if (new Set(words.map((pair) => pair.query.token.text)).size > 1) return true;
  const areSingleWords = query.tokens.length === 1 && candidate.tokens.length === 1;
  if (
    hasAllMatched(alignment) &&
    (areSingleWords || words.some((pair) => getPairWeight(pair) > RARE_WEIGHT_ABOVE))
  )
    return true;
  return query.consonants.length >= CONSONANTS_MIN && query.consonants === candidate.consonants;
}

function hasAllMatched({ unmatchedQuery, unmatchedCandidate }: Alignment): boolean {
  return unmatchedQuery.length === 0 && unmatchedCandidate.length === 0;
}
