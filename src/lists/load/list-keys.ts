import type { PartyType } from '../../domain/lists/list-entry.ts';
import { listBlockingKeys } from '../../domain/screening/names/blocking-keys.ts';
import { KEY_SEPARATOR } from '../../domain/screening/search/name-index.ts';

/** Version of the rules for search keys. Raised when stored keys must be recomputed. */
export const LIST_KEY_RULES = 2;

/** Returns the search keys of a listed name. Queries use the same rules. */
export function listKeys(name: string, partyType: PartyType): readonly string[] {
  const isParty = partyType === 'natural' || partyType === 'legal';
  return listBlockingKeys(name, isParty ? partyType : 'other').keys;
}

/** Joins keys to one text, which is faster to transfer between threads and to the database than twenty texts. */
export function joinKeys(keys: readonly string[]): string {
  return keys.join(KEY_SEPARATOR);
}
