import { createIdentifierKindCache, type IdentifierKindCache } from './identifier-kind-cache.ts';
import { createListsOnDayCache, type ListsOnDayCache } from './lists-on-day-cache.ts';
import { createNameIndexes, type NameIndexes, type NameIndexesOptions } from './name-indexes.ts';

/** Caches of list data of a process. Every use checks in the database that the data is current. */
export type ListCaches = {
  lists: ListsOnDayCache;
  kinds: IdentifierKindCache;
  names: NameIndexes;
  close: () => Promise<void>;
};

export function createListCaches(options: NameIndexesOptions): ListCaches {
  const names = createNameIndexes(options);
  return {
    lists: createListsOnDayCache(),
    kinds: createIdentifierKindCache(),
    names,
    close: names.close,
  };
}
