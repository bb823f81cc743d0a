import type { PartyType } from '../domain/lists/list-entry.ts';
import { listKeys } from './list-keys.ts';

export type KeyedName = { name: string; partyType: PartyType };

/** Between keys as they come from a thread: one text is told sooner than twenty. */
export const KEYS_BETWEEN = '\u001F';

/** What a thread makes while another reads the list. */
export function makeKeys(names: readonly KeyedName[]): string[] {
  return names.map(({ name, partyType }) => listKeys(name, partyType).join(KEYS_BETWEEN));
}
