import { join } from 'node:path';
import { nameKeys } from '../../../src/domain/screening/name-keys.ts';
import { type PreparedName, prepareNames } from '../../../src/domain/screening/prepare-name.ts';
import { type Listed, readOfac, readUnitedNations } from './list-files.ts';
import { pushTo } from './push-to.ts';

/** Names of lists, found by their keys as the database finds them. */
export type WatchLists = {
  find: (name: string, partyType: Listed['partyType']) => PreparedName[];
};

export async function readWatchLists(folder: string): Promise<{ ofac: Listed[]; un: Listed[] }> {
  const sdn = join(folder, 'ofac', 'sdn-2021-07');
  const consolidated = join(folder, 'ofac', 'cons');
  const [main, others, un] = await Promise.all([
    readOfac(join(sdn, 'sdn.csv'), join(sdn, 'alt.csv')),
    readOfac(join(consolidated, 'cons_prim.csv'), join(consolidated, 'cons_alt.csv')),
    readUnitedNations(join(folder, 'un', 'UN_consolidated.xml')),
  ]);
  return { ofac: [...main, ...others], un };
}

export function indexByKeys(listed: readonly Listed[]): WatchLists {
  const places = new Map<string, PreparedName[]>();
  for (const { names, partyType } of listed) {
    for (const name of names) {
      const prepared = prepareNames(name, partyType);
      for (const key of nameKeys(name, partyType).keys) {
        pushTo(places, key, ...prepared);
      }
    }
  }
  return {
    find: (name, partyType) => {
      const found = nameKeys(name, partyType).keys.flatMap((key) => places.get(key) ?? []);
      return [...new Set(found)];
    },
  };
}
