import type { PartyType } from '../../domain/lists/list-entry.ts';
import { lowerThreadPriority } from '../../runtime/niceness.ts';
import { joinKeys, listKeys } from './list-keys.ts';

lowerThreadPriority();

export type KeyedName = { name: string; partyType: PartyType };

/** Creates the search keys of names in a worker thread: one text of joined keys for each name. */
export function makeKeys(names: readonly KeyedName[]): string[] {
  return names.map(({ name, partyType }) => joinKeys(listKeys(name, partyType)));
}
