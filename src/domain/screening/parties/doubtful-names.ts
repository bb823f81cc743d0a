import { type Alignment, alignTokens, isOfWords, type Pair } from '../names/align-tokens.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { isBearing } from '../names/score-letters.ts';
import { POSSIBLE_FROM, scoreNames } from '../names/score-names.ts';
import type { WordEffect } from '../words/compare-words.ts';
import {
  hasFewSounds,
  hasOtherBrand,
  hasOtherName,
  hasOtherShortWord,
  hasTurnedSurnames,
} from './different-names.ts';
import type { NameFeature } from './explanation.ts';

/** Why a name that is like the query is no alert alone. */
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
 * Why a name of an entry, one of `names`, is like the query by little; undefined where nothing is to be said against it.
 * Only names that alert are asked for, so it may look closely.
 */
export function doubtOf(
  query: PreparedName,
  name: PreparedName,
  names: readonly PreparedName[],
): Doubt | undefined {
  const alignment = alignTokens(query, name);
  if (!query.isVowelless && !name.isVowelless) {
    if (isUnlikeAndShort(query, alignment)) return 'unlike_and_short';
    if (isUnlikeAndCommon(alignment)) return 'unlike_and_common';
    if (OTHERS.some((isOther) => isOther(query, alignment))) return 'other_name';
    if (hasTurnedSurnames(query, name)) return 'turned_surnames';
  }
  if (hasFewSounds(query, name, alignment)) return 'few_sounds';
  const fuller = fullerNames(query, { name, alignment }, names);
  const isDenied = fuller.every((other) => scoreNames(query, other) < POSSIBLE_FROM);
  return fuller.length > 0 && isDenied ? 'fuller_name' : undefined;
}

const OTHERS = [hasOtherName, hasOtherShortWord, hasOtherBrand];

/** Where words are missing or only initials, those that are there have to be so alike. */
const LIKENESS_OF_SHORT = 0.85;

/** Whether words of a person are missing, or are initials, and another is only somewhat alike: either alone is usual, both are chance. */
function isUnlikeAndShort(
  { partyType }: PreparedName,
  { pairs, query: ours, candidate: theirs }: Alignment,
): boolean {
  if (partyType !== 'natural') return false;
  const words = pairs.filter(isOfWords);
  const isInitialed = words.length < 2 && pairs.some(({ effect }) => effect === 'initial');
  const isShort = isInitialed || [...ours, ...theirs].some(isBearing);
  return isShort && words.some((pair) => isUnlike(pair, LIKENESS_OF_SHORT));
}

/** Where nothing that tells is the same, words have to be so alike, or in all one letter apart. */
const LIKENESS_OF_COMMON = 0.8;
const OF_ONE_SLIP = 1;
/** Sums of costs are not exact. */
const ROUNDING = 1e-6;

/**
 * Whether nothing is the same but words that very many have, and one is only somewhat alike: by more than one slip in all, for one
 * letter wrong is how a name is mistyped.
 */
function isUnlikeAndCommon({ pairs }: Alignment): boolean {
  const words = pairs.filter(isOfWords);
  if (words.some(isSameAndTelling)) return false;
  const slips = words.reduce((sum, { cost }) => sum + cost, 0);
  return slips > OF_ONE_SLIP + ROUNDING && words.some((pair) => isUnlike(pair, LIKENESS_OF_COMMON));
}

const SAME: ReadonlySet<WordEffect> = new Set<WordEffect>(['same', 'sound', 'nickname']);

function isSameAndTelling({ effect, query, candidate }: Pair): boolean {
  return SAME.has(effect) && !(query.token.isCommon && candidate.token.isCommon);
}

function isUnlike({ likeness, effect }: Pair, least: number): boolean {
  return effect !== 'nickname' && likeness < least;
}

/** So few consonants are those of many names. */
const CONSONANTS_FEW = 6;

/** Those of the names that say more than one of them of what the query says otherwise. */
function fullerNames(
  query: PreparedName,
  { name, alignment }: { name: PreparedName; alignment: Alignment },
  names: readonly PreparedName[],
): PreparedName[] {
  if (name.isVowelless && !query.isVowelless) {
    const isFew = name.consonants.length < CONSONANTS_FEW;
    return isFew ? names.filter(({ isVowelless }) => !isVowelless) : [];
  }
  if (query.partyType !== 'natural' || query.isVowelless !== name.isVowelless) return [];
  const more = new Set(alignment.query.filter(isBearing));
  const hasMore = (other: PreparedName): boolean =>
    alignTokens(query, other).pairs.some((pair) => more.has(pair.query.token));
  // What any of its names has is the entry's own.
  return more.size === 0 || names.some(hasMore)
    ? []
    : names.filter((other) => isFuller(other, name));
}

/** Whether a name has all words of another one and more. */
function isFuller(name: PreparedName, short: PreparedName): boolean {
  if (name.isVowelless !== short.isVowelless) return false;
  const { query, candidate } = alignTokens(short, name);
  return !query.some(isBearing) && candidate.some(isBearing);
}
