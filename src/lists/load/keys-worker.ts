import type { PartyType } from '../../domain/lists/list-entry.ts';
import { yieldToOtherThreads } from '../../runtime/niceness.ts';
import { joinKeys, listKeys } from './list-keys.ts';

yieldToOtherThreads();

export type KeyedName = { name: string; partyType: PartyType };

/** What a thread makes while others are stored: the keys of each, joined. */
export function makeKeys(names: readonly KeyedName[]): string[] {
  return names.map(({ name, partyType }) => joinKeys(listKeys(name, partyType)));
}
