import { z } from 'zod';
import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { type Connection, toConnection } from '../../domain/page.ts';
import type { Participant } from '../../domain/participant.ts';
import type { ParticipantFilter } from '../../domain/participant-list.ts';
import { createCursorSeal } from '../cursor.ts';
import { boundPages, type PageBounds, toWindow } from '../paging.ts';
import type { ListParticipantsInput } from './list-inputs.ts';

const PAGE_SIZE_DEFAULT = 100;
const placeSchema = z.number();

/** How long a page is where nobody asks, and at most. */
export function participantPageBounds({ pageSizes }: Ctx): PageBounds {
  return boundPages(PAGE_SIZE_DEFAULT, pageSizes.participants);
}

/** What is going to be asked for next: it may be read along, which changes no answer. */
export type Ahead = { documents: boolean };

/** The participants of one business, by id; the same page of many businesses is one statement. */
export async function listParticipants(
  ctx: Ctx,
  { businessId, ahead = { documents: false } }: { businessId: number; ahead?: Ahead },
  input: ListParticipantsInput,
): Promise<Connection<Participant>> {
  requireScope(ctx.caller, 'business:read');
  const name = `participants of ${businessId}`;
  const seal = createCursorSeal(ctx, { name, place: placeSchema });
  const window = toWindow(input, { ...participantPageBounds(ctx), seal });
  const asked = { filter: input.filter ?? {}, window, withDocuments: ahead.documents };
  const rows = await ctx.loaders.participantWindow.load(businessId, asked);
  const listed = rows.map((node) => ({ node, place: node.id }));
  return toConnection(listed, window, seal.seal);
}

/** How many participants of the business pass the filter. */
export async function countParticipants(
  ctx: Ctx,
  businessId: number,
  filter?: ParticipantFilter | null,
): Promise<number> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.participantCount.load(businessId, filter ?? {});
}
