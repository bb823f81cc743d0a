import { type Alignment, alignTokens, isWordPair, type TokenPair } from '../names/align-tokens.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { isSignificant } from '../names/score-letters.ts';
import { POSSIBLE_THRESHOLD, scoreNames } from '../names/score-names.ts';
import type { WordEffect } from '../words/compare-words.ts';
import {
  hasDifferentBrand,
  hasDifferentName,
  hasDifferentShortWord,
  hasSwappedFather,
  hasSwappedSurnames,
  hasWeakPhoneticEvidence,
} from './different-names.ts';
import type { NameFeature } from './explanation.ts';

/** Reason why a similar name alone is no alert. */
type Doubt = Extract<
  NameFeature,
  | 'fuller_name'
  | 'unlike_and_short'
  | 'unlike_and_common'
  | 'other_name'
  | 'turned_surnames'
  | 'few_sounds'
>;

/**
 * Returns the reason why a name of an entry, one of `names`, is weak evidence despite its score; undefined when there
 * is none. Called for the few names above UNCONFIRMED_NAME_LIMIT only, because it aligns names again.
 */
export function findDoubt(
  query: PreparedName,
  name: PreparedName,
  names: readonly PreparedName[],
): Doubt | undefined {
  const alignment = alignTokens(query, name);
  if (!query.isVowelless && !name.isVowelless) {
    if (isPartialAndDissimilar(query, alignment)) return 'unlike_and_short';
    if (isCommonAndDissimilar(alignment)) return 'unlike_and_common';
    if (DIFFERENCE_CHECKS.some((isDifferent) => isDifferent(query, alignment))) return 'other_name';
    if (SWAP_CHECKS.some((isSwapped) => isSwapped(query, name))) return 'turned_surnames';
  }
  if (hasWeakPhoneticEvidence(query, name, alignment)) return 'few_sounds';
  const fullerNames = listFullerNames(query, { name, alignment }, names);
  const areFullerNamesDifferent = fullerNames.every(
    (fullerName) => scoreNames(query, fullerName) < POSSIBLE_THRESHOLD,
  );
  return fullerNames.length > 0 && areFullerNamesDifferent ? 'fuller_name' : undefined;
}

const DIFFERENCE_CHECKS = [hasDifferentName, hasDifferentShortWord, hasDifferentBrand];
const SWAP_CHECKS = [hasSwappedSurnames, hasSwappedFather];

/** Minimum similarity of the other words when words are missing or only initials. */
const PARTIAL_NAME_SIMILARITY_MIN = 0.85;

/**
 * True when words of a person are missing or initials, and another word is only roughly similar: either alone is
 * usual, both together suggest a coincidence.
 */
function isPartialAndDissimilar(
  { partyType }: PreparedName,
  { pairs, unmatchedQuery, unmatchedCandidate }: Alignment,
): boolean {
  if (partyType !== 'natural') return false;
  const words = pairs.filter(isWordPair);
  const hasInitials = words.length < 2 && pairs.some(({ effect }) => effect === 'initial');
  const isPartial = hasInitials || [...unmatchedQuery, ...unmatchedCandidate].some(isSignificant);
  return isPartial && words.some((pair) => isDissimilar(pair, PARTIAL_NAME_SIMILARITY_MIN));
}

/** Minimum similarity of words when no distinctive word is equal. */
const COMMON_NAME_SIMILARITY_MIN = 0.8;
/** Maximum edit cost of a single typing error, which is allowed in total. */
const SINGLE_TYPO_COST = 1;
/** Tolerance for sums of costs, which are not exact in floating point. */
const ROUNDING = 1e-6;

/**
 * True when only common words are equal and another word is only roughly similar, by more than one typing error in
 * total.
 */
function isCommonAndDissimilar({ pairs }: Alignment): boolean {
  const words = pairs.filter(isWordPair);
  if (words.some(isDistinctiveAgreement)) return false;
  const typoCost = words.reduce((sum, { cost }) => sum + cost, 0);
  return (
    typoCost > SINGLE_TYPO_COST + ROUNDING &&
    words.some((pair) => isDissimilar(pair, COMMON_NAME_SIMILARITY_MIN))
  );
}

const EQUIVALENT_EFFECTS: ReadonlySet<WordEffect> = new Set<WordEffect>([
  'same',
  'sound',
  'nickname',
]);

function isDistinctiveAgreement({ effect, query, candidate }: TokenPair): boolean {
  return EQUIVALENT_EFFECTS.has(effect) && !(query.token.isCommon && candidate.token.isCommon);
}

function isDissimilar({ similarity, effect }: TokenPair, similarityMin: number): boolean {
  return effect !== 'nickname' && similarity < similarityMin;
}

/** Number of consonants below which many names share them. */
const FEW_CONSONANTS = 6;

/** Returns the longer variants of a name that contain words where the query has different ones. */
function listFullerNames(
  query: PreparedName,
  { name, alignment }: { name: PreparedName; alignment: Alignment },
  names: readonly PreparedName[],
): PreparedName[] {
  if (name.isVowelless && !query.isVowelless) {
    const isFew = name.consonants.length < FEW_CONSONANTS;
    return isFew ? names.filter(({ isVowelless }) => !isVowelless) : [];
  }
  if (query.partyType !== 'natural' || query.isVowelless !== name.isVowelless) return [];
  const unmatchedTokens = new Set(alignment.unmatchedQuery.filter(isSignificant));
  const matchesMore = (otherName: PreparedName): boolean =>
    alignTokens(query, otherName).pairs.some((pair) => unmatchedTokens.has(pair.query.token));
  // A word of the query found in any of the entry's names belongs to the entry.
  return unmatchedTokens.size === 0 || names.some(matchesMore)
    ? []
    : names.filter((otherName) => isFuller(otherName, name));
}

/** True when a name has all words of a shorter one and further words. */
function isFuller(name: PreparedName, shorterName: PreparedName): boolean {
  if (name.isVowelless !== shorterName.isVowelless) return false;
  const { unmatchedQuery, unmatchedCandidate } = alignTokens(shorterName, name);
  return !unmatchedQuery.some(isSignificant) && unmatchedCandidate.some(isSignificant);
}
