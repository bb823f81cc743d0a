import type { ListOnDay } from '../../db/queries/list-search/candidates.ts';
import { getListFamily, isSharedList, LICENSED_LIST } from '../../domain/lists/list-source.ts';
import { type ListSummary, summarizeList } from '../../domain/lists/list-summary.ts';
import { getLatestMoment } from '../common/latest-moment.ts';
import { SHARED_LISTS } from '../list-search/candidate-search.ts';
import { OWN_LISTS } from '../list-search/resolve-list-codes.ts';
import type { ScreenRequest } from '../list-search/screen-request.ts';

/**
 * Describes the requested lists, in order. A list without a snapshot on the day is reported as not loaded, and so is
 * `own` for a service without lists of its own: then no match does not mean that the subject is not listed.
 */
export function describeSearchedLists(
  { lists, asOf }: Pick<ScreenRequest, 'lists' | 'asOf'>,
  listsOnDay: readonly ListOnDay[],
): ListSummary[] {
  const bySource = new Map(listsOnDay.map(({ source, snapshot }) => [source, snapshot]));
  const own = [...bySource.keys()].filter((code) => !isSharedList(code));
  const codes =
    lists === 'all'
      ? [...selectSharedLists(bySource), ...own]
      : lists.flatMap((code) => (code === OWN_LISTS && own.length > 0 ? own : [code]));
  const now = getLatestMoment(asOf);
  return [...new Set(codes)].map((code) => summarizeList(code, bySource.get(code) ?? null, now));
}

/**
 * Selects the shared lists that were ever loaded, and all lists of a family of which none is loaded on the day, so that
 * the result shows the missing family. The licensed list is selected only once it was loaded.
 */
function selectSharedLists(bySource: ReadonlyMap<string, ListOnDay['snapshot']>): string[] {
  const loaded = SHARED_LISTS.filter((code) => (bySource.get(code) ?? null) !== null);
  const families = new Set(loaded.map(getListFamily));
  return SHARED_LISTS.filter(
    (code) => bySource.has(code) || (!families.has(getListFamily(code)) && code !== LICENSED_LIST),
  );
}
