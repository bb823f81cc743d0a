import type { PartyType as Kind, ListEntry } from '../../../src/domain/lists/list-entry.ts';
import { listBlockingKeys } from '../../../src/domain/screening/names/blocking-keys.ts';
import {
  type PreparedName,
  prepareNames,
} from '../../../src/domain/screening/names/prepare-name.ts';
import { toNamePartyType } from '../../../src/domain/screening/screened-parties.ts';
import type { PartyType } from '../../../src/domain/screening/words/party-type.ts';
import { readList } from './list-files.ts';
import { pushTo } from './push-to.ts';

/** Names of lists, found by their keys as in the database. */
export type WatchLists = {
  find: (name: string, partyType: PartyType) => FoundName[];
  /** All names of an entry, found or not. */
  namesOf: (entry: number) => readonly FoundName[];
  kindOf: (entry: number) => Kind;
};

/** Name with the index of its entry. */
export type FoundName = { entry: number; name: PreparedName; isWeak: boolean };

export async function readWatchLists(
  folder: string,
): Promise<{ ofac: ListEntry[]; un: ListEntry[] }> {
  const [main, others, un] = await Promise.all([
    readList(folder, 'ofac-sdn', ['ofac/sdn-2021-07/sdn.csv', 'ofac/sdn-2021-07/alt.csv']),
    readList(folder, 'ofac-cons', ['ofac/cons/cons_prim.csv', 'ofac/cons/cons_alt.csv']),
    readList(folder, 'un-sc', ['un/UN_consolidated.xml']),
  ]);
  return { ofac: [...main, ...others], un };
}

export function indexByKeys(entries: readonly ListEntry[]): WatchLists {
  const places = new Map<string, FoundName[]>();
  const all: FoundName[][] = entries.map(() => []);
  for (const [entry, { names, partyType: whose }] of entries.entries()) {
    const partyType = toNamePartyType(whose);
    for (const { name, kind } of names) {
      const isWeak = kind === 'weak';
      const prepared = prepareNames(name, partyType).map((one) => ({ entry, name: one, isWeak }));
      all[entry]?.push(...prepared);
      for (const key of listBlockingKeys(name, partyType).keys) {
        pushTo(places, key, ...prepared);
      }
    }
  }
  return {
    namesOf: (entry) => all[entry] ?? [],
    kindOf: (entry) => entries[entry]?.partyType ?? 'unknown',
    find: (name, partyType) => {
      const found = listBlockingKeys(name, partyType).keys.flatMap((key) => places.get(key) ?? []);
      return [...new Set(found)];
    },
  };
}
