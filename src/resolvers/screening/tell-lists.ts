import type { ListOnDay } from '../../db/queries/list-search/candidates.ts';
import { getListFamily, isSharedList, LICENSED_LIST } from '../../domain/lists/list-source.ts';
import { type ListSummary, summarizeList } from '../../domain/lists/list-summary.ts';
import { endOfDay } from '../common/end-of-day.ts';
import { SHARED } from '../list-search/candidate-search.ts';
import type { ScreenRequest } from '../list-search/screen-request.ts';
import { OWN_LISTS } from '../list-search/screened-lists.ts';

/**
 * The lists that were asked for, in that order. One that is not there is told as not loaded, `own` where the service has none:
 * that nothing was found in it says nothing.
 */
export function tellLists(
  { lists, asOf }: Pick<ScreenRequest, 'lists' | 'asOf'>,
  known: readonly ListOnDay[],
): ListSummary[] {
  const bySource = new Map(known.map(({ source, snapshot }) => [source, snapshot]));
  const own = [...bySource.keys()].filter((code) => !isSharedList(code));
  const codes =
    lists === 'all'
      ? [...sharedOf(bySource), ...own]
      : lists.flatMap((code) => (code === OWN_LISTS && own.length > 0 ? own : [code]));
  const now = endOfDay(asOf);
  return [...new Set(codes)].map((code) => summarizeList(code, bySource.get(code) ?? null, now));
}

/** Those that were ever loaded, and those of each family of which none is on the day: nobody is clear of it by the others. */
function sharedOf(bySource: ReadonlyMap<string, ListOnDay['snapshot']>): string[] {
  const loaded = SHARED.filter((code) => (bySource.get(code) ?? null) !== null);
  const families = new Set(loaded.map(getListFamily));
  return SHARED.filter(
    (code) => bySource.has(code) || (!families.has(getListFamily(code)) && code !== LICENSED_LIST),
  );
}
