import type { FetchedSource } from './addresses.ts';
import { type FetchedList, type FetchParts, fetchList } from './fetch-list.ts';

/**
 * Fetches lists one after the other; one that fails keeps no other from coming. `onList` is told of each. Once the
 * signal says so no further one is begun.
 */
export async function fetchLists(
  parts: FetchParts,
  sources: readonly FetchedSource[],
  onList: (list: FetchedList) => void = () => undefined,
): Promise<FetchedList[]> {
  const lists: FetchedList[] = [];
  for (const source of sources) {
    if (parts.signal.aborted) break;
    const list = await fetchList(parts, source);
    onList(list);
    lists.push(list);
  }
  return lists;
}
