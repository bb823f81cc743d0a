import { COMMON_NAMES, GENERIC_WORDS } from './common-words.ts';
import type { Rarity } from './name-token.ts';
import type { PartyType } from './party-type.ts';

const OF_GENERIC_WORD = 0.4;
const OF_COMMON_NAME = 0.75;
/** The most frequent word of a table counts so much. */
const LEAST = 0.4;

/** From general knowledge alone; what is used where no table is handed in. */
export function generalRarity(word: string, partyType: PartyType): number {
  if (partyType !== 'natural' && GENERIC_WORDS.has(word)) return OF_GENERIC_WORD;
  return partyType === 'natural' && COMMON_NAMES.has(word) ? OF_COMMON_NAME : 1;
}

/**
 * From how many of `names` names each word stands in: falls with the logarithm from 1, and is never above what is
 * known generally. Words that few names have count fully.
 */
export function makeRarity(counts: ReadonlyMap<string, number>, names: number): Rarity {
  const span = Math.log(Math.max(names, 2) / RARE);
  return (word, partyType) => {
    const general = generalRarity(word, partyType);
    const count = counts.get(word) ?? 0;
    if (count <= RARE || span <= 0) return general;
    const share = Math.min(1, Math.log(count / RARE) / span);
    return Math.min(general, 1 - (1 - LEAST) * share);
  };
}

/** Up to so many names may share a word that still counts as rare. */
const RARE = 20;
