import type { PartyType } from '../domain/lists/list-entry.ts';
import { nameKeys } from '../domain/screening/name-keys.ts';

/** What a name of a list is found by; the same rules make the keys of a query. */
export function listKeys(name: string, partyType: PartyType): readonly string[] {
  const isTold = partyType === 'natural' || partyType === 'legal';
  return nameKeys(name, isTold ? partyType : 'other').keys;
}
