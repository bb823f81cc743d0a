import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import { type RequestContext, readLists } from '../../context.ts';
import { countServiceParticipants as count } from '../../db/queries/participants/service-participants.ts';
import type { Participant } from '../../domain/business/participant.ts';
import type {
  ParticipantFilter,
  ParticipantOrder,
} from '../../domain/business/participant-list.ts';
import { type Connection, toConnection } from '../../domain/shared/page.ts';
import { createCursorCodec } from '../common/cursor.ts';
import { boundPages, type PageBounds, toWindow } from '../common/paging.ts';
import type { ListServiceParticipantsInput } from './list-inputs.ts';

const PAGE_SIZE_DEFAULT = 20;
/** Number up to which participants are counted. */
const COUNT_MAX = 10_000;
const NEWEST_FIRST: ParticipantOrder = { field: 'created_at', direction: 'desc' };
const positionSchema = z.tuple([z.string(), z.number()]);

/** Returns the default and the maximum page size. */
export function serviceParticipantPageBounds({ pageSizes }: RequestContext): PageBounds {
  return boundPages(PAGE_SIZE_DEFAULT, pageSizes.participants);
}

/** Lists the participants of all businesses that match the filter, in the requested order, by default newest first. */
export async function listServiceParticipants(
  ctx: RequestContext,
  input: ListServiceParticipantsInput,
): Promise<Connection<Participant>> {
  requireScope(ctx.caller, 'business:read');
  const order = input.orderBy ?? NEWEST_FIRST;
  const name = `participants by ${order.field} ${order.direction}`;
  const codec = createCursorCodec(ctx, { name, positionSchema });
  const window = toWindow(input, serviceParticipantPageBounds(ctx), () => codec);
  const rows = await ctx.loaders.serviceParticipants(
    { filter: input.filter ?? {}, order },
    window,
    async (read) => await readLists(ctx, read),
  );
  return toConnection(rows, window, codec.encode);
}

/** Counts the participants that match the filter, up to 10,000. */
export async function countServiceParticipants(
  ctx: RequestContext,
  filter: ParticipantFilter | null | undefined,
): Promise<number> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  return await readLists(
    ctx,
    async (db) => await count(db, { serviceId, filter: filter ?? {} }, COUNT_MAX),
  );
}
