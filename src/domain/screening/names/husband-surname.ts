import type { NameToken } from '../words/name-token.ts';
import type { PartyType } from '../words/party-type.ts';
import { SPANISH_GIVEN_NAMES } from '../words/spanish-names.ts';

/** Minimum number of words before the husband's surname: a given name and a surname. */
export const WORDS_BEFORE_MIN = 2;
/** Index of a name without a husband's surname. */
export const NO_HUSBAND = -1;

/**
 * Returns the index of the husband's surname in a Spanish married name, which replaces the second surname: the last
 * word, after DE and at least a given name and a surname. Returns NO_HUSBAND for other names, as for JUAN CARLOS DE
 * ESQUIVEL, whose last word is the only surname.
 */
export function findHusbandSurname(tokens: readonly NameToken[], partyType: PartyType): number {
  const lastIndex = tokens.length - 1;
  if (
    partyType !== 'natural' ||
    tokens[lastIndex - 1]?.text !== 'DE' ||
    tokens[lastIndex]?.kind !== 'word'
  )
    return NO_HUSBAND;
  const words = tokens.slice(0, lastIndex).filter(({ kind }) => kind === 'word');
  const hasSurname = words.some(({ text }) => !SPANISH_GIVEN_NAMES.has(text));
  return hasSurname && words.length >= WORDS_BEFORE_MIN ? lastIndex : NO_HUSBAND;
}
