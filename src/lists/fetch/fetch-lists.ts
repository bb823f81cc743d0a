import { type FetchContext, type FetchedList, fetchList } from './fetch-list.ts';
import type { ListUrls } from './list-urls.ts';

/**
 * Fetches lists one after the other and calls `onList` for each. A failed list does not prevent the next. An aborted
 * signal ends the sequence.
 */
export async function fetchLists(
  context: FetchContext,
  sources: readonly ListUrls[],
  onList: (list: FetchedList) => void = () => undefined,
): Promise<FetchedList[]> {
  const lists: FetchedList[] = [];
  for (const source of sources) {
    if (context.signal.aborted) break;
    const list = await fetchList(context, source);
    onList(list);
    lists.push(list);
  }
  return lists;
}
