import { COMPARED_KINDS } from '../../domain/screening/comparable.ts';
import { BoundedCache } from '../../runtime/bounded-cache.ts';
import type { Db } from '../client.ts';
import type { ListOnDay } from '../queries/list-search/candidates.ts';
import { listIdentifierKinds } from '../queries/lists/identifier-kinds.ts';

/**
 * Cache of the kinds of identifiers in each list: finding them scans the list, which takes as long as many searches.
 */
export type IdentifierKindCache = BoundedCache<ReadonlySet<string>>;

/** Approximate size of a cached set. */
const KINDS_BYTES = 400;

export function createIdentifierKindCache(): IdentifierKindCache {
  return new BoundedCache({
    name: 'identifiers of lists',
    entriesMax: 1000,
    bytesMax: 512 * 1024,
    bytesOf: () => KINDS_BYTES,
  });
}

/** Returns the kinds of compared identifiers that each list loaded on the day contains, by list code. */
export async function findIdentifierKinds(
  db: Db,
  cache: IdentifierKindCache | undefined,
  { lists, day }: { lists: readonly ListOnDay[]; day: string },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const loaded = lists.filter(({ snapshot }) => snapshot !== null);
  const kindsBySource = new Map<string, ReadonlySet<string>>();
  for (const list of loaded) {
    const kinds = cache?.get(toKey(list));
    if (kinds !== undefined) kindsBySource.set(list.source, kinds);
  }
  const uncached = loaded.filter(({ source }) => !kindsBySource.has(source));
  if (uncached.length === 0) return kindsBySource;
  const rows = await listIdentifierKinds(db, uncached, { kinds: COMPARED_KINDS, day });
  const rowsBySource = Map.groupBy(rows, ({ source }) => source);
  for (const list of uncached) {
    const kinds = new Set(rowsBySource.get(list.source)?.map(({ kind }) => kind));
    kindsBySource.set(list.source, kinds);
    cache?.set(toKey(list), kinds);
  }
  return kindsBySource;
}

/** Returns the cache key of a list, which changes when the list is loaded or deleted, or has another snapshot. */
function toKey({ serviceId, source, listVersion, snapshot }: ListOnDay): string {
  return JSON.stringify([serviceId, source, listVersion, snapshot?.sha256]);
}
