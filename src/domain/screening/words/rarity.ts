import { COMMON_NAMES, GENERIC_WORDS } from './common-words.ts';
import type { RarityFunction } from './name-token.ts';
import type { PartyType } from './party-type.ts';

/** Default rarity of a frequent word of company names, and of a frequent name; 1 for all others. */
const GENERIC_WORD_RARITY = 0.4;
const COMMON_NAME_RARITY = 0.75;
/** Rarity of the most frequent word. */
const RARITY_MIN = 0.4;

/** Returns the default rarity of a word, which is used when no frequency table is available. */
export function getDefaultRarity(word: string, partyType: PartyType): number {
  if (partyType !== 'natural' && GENERIC_WORDS.has(word)) return GENERIC_WORD_RARITY;
  return partyType === 'natural' && COMMON_NAMES.has(word) ? COMMON_NAME_RARITY : 1;
}

/**
 * Creates a rarity function from the number of names that contain each word. Rarity falls from 1 with the logarithm of
 * the count and never exceeds the default; rare words keep the default.
 */
export function createRarity(
  counts: ReadonlyMap<string, number>,
  namesCount: number,
): RarityFunction {
  const span = Math.log(Math.max(namesCount, 2) / RARE_COUNT_MAX);
  return (word, partyType) => {
    const defaultRarity = getDefaultRarity(word, partyType);
    const count = counts.get(word) ?? 0;
    if (count <= RARE_COUNT_MAX || span <= 0) return defaultRarity;
    const share = Math.min(1, Math.log(count / RARE_COUNT_MAX) / span);
    return Math.min(defaultRarity, 1 - (1 - RARITY_MIN) * share);
  };
}

/** Maximum number of names that share a word which still counts as rare. */
const RARE_COUNT_MAX = 20;
