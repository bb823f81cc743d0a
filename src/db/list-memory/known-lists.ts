import { BoundedCache } from '../../runtime/bounded-cache.ts';
import type { Db } from '../client.ts';
import type { ListOnDay } from '../queries/list-search/candidates.ts';
import {
  findIdentified,
  findIdentifiedInLists,
  type IdentifiedInLists,
} from '../queries/list-search/identified.ts';

type Query = Parameters<typeof findIdentified>[1];

/** What lists were on a day, as long as none of them was loaded or forgotten since: to tell of all takes longer than to look. */
export type KnownLists = BoundedCache<Known>;
type Known = { lists: ListOnDay[]; stamp: string };

const LISTS_BYTES = 600;

export function createKnownLists(): KnownLists {
  return new BoundedCache({
    name: 'lists of a day',
    entriesMax: 500,
    bytesMax: 2 * 1024 ** 2,
    bytesOf: ({ lists }) => lists.length * LISTS_BYTES,
  });
}

/** Which entries have an identifier that is asked for, with the lists in which they were looked for. */
export async function findIdentifiedIn(
  db: Db,
  known: KnownLists | undefined,
  query: Query,
): Promise<IdentifiedInLists> {
  const { owners, sources, hasOwn, day } = query;
  const key = JSON.stringify([owners, sources, hasOwn, day]);
  const told = known?.get(key);
  if (told !== undefined) {
    const found = await findIdentified(db, query);
    if (found.stamp === told.stamp) return { ...found, lists: told.lists };
  }
  const found = await findIdentifiedInLists(db, query);
  known?.set(key, { lists: found.lists, stamp: found.stamp });
  return found;
}
