import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import {
  type BusinessKey,
  countBusinesses as count,
  listBusinesses as list,
} from '../../db/queries/businesses.ts';
import type { Business } from '../../domain/business.ts';
import { decodeCursor, encodeCursor } from '../../domain/cursor.ts';
import { type Connection, toConnection } from '../../domain/page.ts';
import { type PageInput, toWindow } from '../paging.ts';

const PAGE_SIZE_DEFAULT = 20;
const PAGE_SIZE_MAX = 100;
const COUNT_MAX = 10_000;
const TIME_MAX = 8.64e15;

/** The service's businesses, newest first. */
export async function listBusinesses(ctx: Ctx, input: PageInput): Promise<Connection<Business>> {
  const caller = requireScope(ctx.caller, 'business:read');
  const window = toWindow(input, {
    sizeDefault: PAGE_SIZE_DEFAULT,
    sizeMax: PAGE_SIZE_MAX,
    parseCursor: parseBusinessCursor,
  });
  const rows = await list(ctx.db, caller.serviceId, window);
  return toConnection(rows, window, (one) => encodeCursor([one.createdAt.getTime(), one.id]));
}

/** How many businesses the service has, counted up to 10,000. */
export async function countBusinesses(ctx: Ctx): Promise<number> {
  const caller = requireScope(ctx.caller, 'business:read');
  return await count(ctx.db, caller.serviceId, COUNT_MAX);
}

function parseBusinessCursor(cursor: string): BusinessKey | undefined {
  const [time, id] = decodeCursor(cursor, 2) ?? [];
  if (time === undefined || id === undefined || Math.abs(time) > TIME_MAX) return undefined;
  return { createdAt: new Date(time), id };
}
