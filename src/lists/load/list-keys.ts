import type { PartyType } from '../../domain/lists/list-entry.ts';
import { listBlockingKeys } from '../../domain/screening/names/blocking-keys.ts';
import { KEY_SEPARATOR } from '../../domain/screening/search/name-index.ts';

/** Rules that make the keys of names; higher where stored keys must be made again for names to be found. */
export const LIST_KEY_RULES = 1;

/** What a name of a list is found by; the same rules make the keys of a query. */
export function listKeys(name: string, partyType: PartyType): readonly string[] {
  const isTold = partyType === 'natural' || partyType === 'legal';
  return listBlockingKeys(name, isTold ? partyType : 'other').keys;
}

/** One text is told sooner than twenty, by a thread and to the database. */
export function joinKeys(keys: readonly string[]): string {
  return keys.join(KEY_SEPARATOR);
}
