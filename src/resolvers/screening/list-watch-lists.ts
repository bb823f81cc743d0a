import { z } from 'zod';
import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { listNewestSnapshots, type SnapshotSummary } from '../../db/queries/lists/status.ts';
import { type ToldList, tellList } from '../../domain/lists/list-on-day.ts';
import { ALL_SERVICES, LIST_FAMILIES, LIST_SOURCES } from '../../domain/lists/list-source.ts';
import { type Connection, readingOf, toConnection } from '../../domain/page.ts';
import { createCursorSeal } from '../common/cursor.ts';
import { type PageBounds, pageInput, toWindow } from '../common/paging.ts';

const watchListFilter = z.object({
  family: z.enum(LIST_FAMILIES).nullish(),
  isLoaded: z.boolean().nullish(),
  isStale: z.boolean().nullish(),
});
export const listWatchListsInput = pageInput.extend({ filter: watchListFilter.nullish() });
type ListWatchListsInput = z.infer<typeof listWatchListsInput>;
type WatchListFilter = z.infer<typeof watchListFilter>;

export type WatchList = ToldList & {
  authority: string | null;
  family: (typeof LIST_FAMILIES)[number];
};

export const WATCH_LIST_PAGES: PageBounds = { sizeDefault: 50, sizeMax: 100 };

/** Every list that there is, loaded or not, and those of the service's own; by code. */
export async function listWatchLists(
  ctx: Ctx,
  input: ListWatchListsInput,
): Promise<Connection<WatchList>> {
  const seal = createCursorSeal(ctx, { name: 'watch lists', place: z.string() });
  const window = toWindow(input, WATCH_LIST_PAGES, () => seal);
  const { from, limit } = readingOf(window);
  const within = (await listAll(ctx, input.filter ?? {}))
    .map((node) => ({ node, place: node.code }))
    .filter(({ place }) => window.after === null || place > window.after)
    .filter(({ place }) => window.before === null || place < window.before);
  const read = from === 'start' ? within.slice(0, limit) : within.slice(-limit);
  return toConnection(read, window, seal.seal);
}

export async function countWatchLists(
  ctx: Ctx,
  filter: WatchListFilter | null | undefined,
): Promise<number> {
  return (await listAll(ctx, filter ?? {})).length;
}

async function listAll(
  ctx: Ctx,
  { family, isLoaded, isStale }: WatchListFilter,
): Promise<WatchList[]> {
  const { serviceId } = requireScope(ctx.caller, 'list:read');
  const [shared, own] = [
    await listNewestSnapshots(ctx.db, ALL_SERVICES),
    await listNewestSnapshots(ctx.db, serviceId),
  ];
  const bySource = new Map(shared.map((one) => [one.source, one]));
  const lists = [
    ...Object.entries(LIST_SOURCES).map(([code, { authority, family: of }]): WatchList => {
      return { ...tell(code, bySource.get(code)), authority, family: of };
    }),
    ...own.map((one): WatchList => {
      return { ...tell(one.source, one), authority: null, family: 'own' };
    }),
  ];
  return lists
    .filter((one) => (family ?? one.family) === one.family)
    .filter((one) => (isLoaded ?? one.isLoaded) === one.isLoaded)
    .filter((one) => (isStale ?? one.isStale === true) === (one.isStale === true))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

function tell(code: string, newest: SnapshotSummary | undefined): ToldList {
  if (newest === undefined) return tellList(code, null, new Date());
  const { asOf, asOfOrigin, sha256, rowsKept, confirmedAt } = newest;
  const told = { asOf, asOfOrigin, sha256, rows: rowsKept };
  return tellList(code, { ...told, confirmedAt: confirmedAt.toISOString() }, new Date());
}
