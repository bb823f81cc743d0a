import { BoundedCache } from '../../runtime/bounded-cache.ts';
import type { Db } from '../client.ts';
import type { ListOnDay } from '../queries/list-search/candidates.ts';
import {
  findIdentified,
  findIdentifiedInLists,
  type IdentifiedInLists,
} from '../queries/list-search/identified.ts';

type Query = Parameters<typeof findIdentified>[1];

/**
 * Cache of the lists as of a day: reading them takes longer than a search. An entry is valid until one of the lists is
 * loaded or deleted, which changes `listsVersion`.
 */
export type ListsOnDayCache = BoundedCache<CachedLists>;
type CachedLists = { lists: ListOnDay[]; listsVersion: string };

/** Approximate size of a cached list. */
const LIST_BYTES = 600;

export function createListsOnDayCache(): ListsOnDayCache {
  return new BoundedCache({
    name: 'lists of a day',
    entriesMax: 500,
    bytesMax: 2 * 1024 ** 2,
    bytesOf: ({ lists }) => lists.length * LIST_BYTES,
  });
}

/**
 * Returns the entries with a requested identifier and the lists that were searched. The lists come from the cache when
 * their `listsVersion` is current.
 */
export async function findIdentifiedWithLists(
  db: Db,
  cache: ListsOnDayCache | undefined,
  query: Query,
): Promise<IdentifiedInLists> {
  const { owners, sources, includesCustomLists, day } = query;
  const key = JSON.stringify([owners, sources, includesCustomLists, day]);
  const cached = cache?.get(key);
  if (cached !== undefined) {
    const identified = await findIdentified(db, query);
    if (identified.listsVersion === cached.listsVersion)
      return { ...identified, lists: cached.lists };
  }
  const identified = await findIdentifiedInLists(db, query);
  cache?.set(key, { lists: identified.lists, listsVersion: identified.listsVersion });
  return identified;
}
