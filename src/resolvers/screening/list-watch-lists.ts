import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listWatchedLists } from '../../db/queries/lists/watched-lists.ts';
import {
  ALL_SERVICES,
  isSharedList,
  LIST_FAMILIES,
  LIST_SOURCES,
} from '../../domain/lists/list-source.ts';
import { type ListSummary, summarizeList } from '../../domain/lists/list-summary.ts';
import { type Connection, getReadPlan, toConnection } from '../../domain/shared/page.ts';
import { presentMoment } from '../../runtime/calendar.ts';
import { createCursorCodec } from '../common/cursor.ts';
import { type PageBounds, pageInput, toWindow } from '../common/paging.ts';

const watchListFilter = z.object({
  family: z.enum(LIST_FAMILIES).nullish(),
  isLoaded: z.boolean().nullish(),
  isStale: z.boolean().nullish(),
});
export const listWatchListsInput = pageInput.extend({ filter: watchListFilter.nullish() });
type ListWatchListsInput = z.infer<typeof listWatchListsInput>;
type WatchListFilter = z.infer<typeof watchListFilter>;

export type WatchList = ListSummary & {
  authority: string | null;
  family: (typeof LIST_FAMILIES)[number];
};

export const WATCH_LIST_PAGES: PageBounds = { sizeDefault: 50, sizeMax: 100 };

/**
 * Lists all shared watch lists, loaded or not, and the service's own lists, ordered by code. The list is short, so that
 * pages are cut from it in memory.
 */
export async function listWatchLists(
  ctx: RequestContext,
  input: ListWatchListsInput,
): Promise<Connection<WatchList>> {
  const codec = createCursorCodec(ctx, { name: 'watch lists', positionSchema: z.string() });
  const window = toWindow(input, WATCH_LIST_PAGES, () => codec);
  const { from, limit } = getReadPlan(window);
  const rowsInWindow = (await listAll(ctx, input.filter ?? {}))
    .map((node) => ({ node, position: node.code }))
    .filter(({ position }) => window.after === null || position > window.after)
    .filter(({ position }) => window.before === null || position < window.before);
  const page = from === 'start' ? rowsInWindow.slice(0, limit) : rowsInWindow.slice(-limit);
  return toConnection(page, window, codec.encode);
}

/** Counts the shared watch lists and those of the service that match the filter. */
export async function countWatchLists(
  ctx: RequestContext,
  filter: WatchListFilter | null | undefined,
): Promise<number> {
  return (await listAll(ctx, filter ?? {})).length;
}

async function listAll(
  ctx: RequestContext,
  { family, isLoaded, isStale }: WatchListFilter,
): Promise<WatchList[]> {
  const { serviceId } = requireScope(ctx.caller, 'list:read');
  const loaded = await listWatchedLists(ctx.db, [ALL_SERVICES, serviceId]);
  const bySource = new Map(loaded.map((list) => [list.source, list]));
  const now = presentMoment();
  const lists = [
    ...Object.entries(LIST_SOURCES).map(
      ([code, { authority, family: familyOfList }]): WatchList => {
        return {
          ...summarizeList(code, bySource.get(code) ?? null, now),
          authority,
          family: familyOfList,
        };
      },
    ),
    ...loaded
      .filter(({ source }) => !isSharedList(source))
      .map((list): WatchList => {
        return { ...summarizeList(list.source, list, now), authority: null, family: 'own' };
      }),
  ];
  return lists
    .filter((list) => (family ?? list.family) === list.family)
    .filter((list) => (isLoaded ?? list.isLoaded) === list.isLoaded)
    .filter((list) => (isStale ?? list.isStale === true) === (list.isStale === true))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
