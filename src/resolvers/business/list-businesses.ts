import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import { type RequestContext, readLists } from '../../context.ts';
import {
  countBusinesses as count,
  listBusinesses as list,
} from '../../db/queries/business/business-lists.ts';
import type { BusinessWithPage } from '../../domain/business/business.ts';
import type {
  BusinessFilter,
  BusinessOrder,
  BusinessPosition,
} from '../../domain/business/business-list.ts';
import { type Connection, toConnection } from '../../domain/shared/page.ts';
import { createCursorCodec } from '../common/cursor.ts';
import { boundPages, type PageBounds, toWindow } from '../common/paging.ts';
import { addFirstPages, NO_PREFETCH, type Prefetch } from './find-business-prefetched.ts';
import type { ListBusinessesInput } from './list-inputs.ts';

const PAGE_SIZE_DEFAULT = 20;
/** Number up to which businesses are counted. */
const COUNT_MAX = 10_000;
const NEWEST_FIRST: BusinessOrder = { field: 'created_at', direction: 'desc' };
const positionSchema = z.tuple([z.string(), z.number()]);

/** Returns the default and the maximum page size. */
export function businessPageBounds({ pageSizes }: RequestContext): PageBounds {
  return boundPages(PAGE_SIZE_DEFAULT, pageSizes.businesses);
}

/** Lists the service's businesses that match the filter, in the requested order, by default newest first. */
export async function listBusinesses(
  ctx: RequestContext,
  input: ListBusinessesInput,
  prefetch: Prefetch = NO_PREFETCH,
): Promise<Connection<BusinessWithPage>> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  const order = input.orderBy ?? NEWEST_FIRST;
  const name = `businesses by ${order.field} ${order.direction}`;
  const codec = createCursorCodec(ctx, { name, positionSchema });
  const window = toWindow(input, businessPageBounds(ctx), () => codec);
  const rows = await readLists(
    ctx,
    async (db) => await list(db, { serviceId, filter: input.filter ?? {}, order }, window),
  );
  const connection = toConnection<BusinessWithPage, BusinessPosition>(rows, window, codec.encode);
  await addFirstPages(
    ctx,
    connection.edges.map(({ node }) => node),
    prefetch,
  );
  return connection;
}

/** Counts the businesses that match the filter, up to 10,000. */
export async function countBusinesses(
  ctx: RequestContext,
  filter: BusinessFilter | null | undefined,
): Promise<number> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  return await readLists(
    ctx,
    async (db) => await count(db, { serviceId, filter: filter ?? {} }, COUNT_MAX),
  );
}
