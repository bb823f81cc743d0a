import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { decodeCursor, encodeCursor } from '../../domain/cursor.ts';
import { type Connection, toConnection } from '../../domain/page.ts';
import type { Participant } from '../../domain/participant.ts';
import { type PageInput, toWindow } from '../paging.ts';

const PAGE_SIZE_DEFAULT = 100;
const PAGE_SIZE_MAX = 1000;

/** The participants of one business, by id; the same page of many businesses is one statement. */
export async function listParticipants(
  ctx: Ctx,
  businessId: number,
  input: PageInput,
): Promise<Connection<Participant>> {
  requireScope(ctx.caller, 'business:read');
  const window = toWindow(input, {
    sizeDefault: PAGE_SIZE_DEFAULT,
    sizeMax: PAGE_SIZE_MAX,
    parseCursor: (cursor) => decodeCursor(cursor, 1)?.[0],
  });
  const rows = await ctx.loaders.participantWindow.load({ businessId, window });
  return toConnection(rows, window, (one) => encodeCursor([one.id]));
}

export async function countParticipants(ctx: Ctx, businessId: number): Promise<number> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.participantCount.load(businessId);
}
