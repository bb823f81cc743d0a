import { z } from 'zod';
import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import type { BusinessWithPage } from '../../domain/business.ts';
import { type Connection, readingOf, toConnection } from '../../domain/page.ts';
import type { Participant } from '../../domain/participant.ts';
import { isFirstPage, type ParticipantFilter } from '../../domain/participant-list.ts';
import { type CursorSeal, createCursorSeal } from '../common/cursor.ts';
import { boundPages, type PageBounds, toWindow } from '../common/paging.ts';
import type { ListParticipantsInput } from './list-inputs.ts';

const PAGE_SIZE_DEFAULT = 100;
const placeSchema = z.number();

/** How long a page is where nobody asks, and at most. */
export function participantPageBounds({ pageSizes }: Ctx): PageBounds {
  return boundPages(PAGE_SIZE_DEFAULT, pageSizes.participants);
}

const NO_FILTER: ParticipantFilter = {};

/** What is asked of a list. Documents that are asked for next may be read along, which changes no answer. */
type ParticipantsAsked = { input: ListParticipantsInput; withDocuments?: boolean };

/**
 * The participants of one business, by id: at once where they came with it; else the same page of many businesses is
 * one statement.
 */
export function listParticipants(
  ctx: Ctx,
  business: Pick<BusinessWithPage, 'id' | 'firstPage'>,
  { input, withDocuments = false }: ParticipantsAsked,
): Connection<Participant> | Promise<Connection<Participant>> {
  requireScope(ctx.caller, 'business:read');
  const createSeal = (): CursorSeal<number> =>
    createCursorSeal(ctx, { name: `participants of ${business.id}`, place: placeSchema });
  const window = toWindow(input, participantPageBounds(ctx), createSeal);
  const connect = (rows: Participant[]): Connection<Participant> => {
    const listed = rows.map((node) => ({ node, place: node.id }));
    return toConnection(listed, window, (place) => createSeal().seal(place));
  };
  const { firstPage } = business;
  const asked = { filter: input.filter ?? NO_FILTER, window, withDocuments };
  const isThere = isFirstPage(asked) && firstPage?.limit === readingOf(window).limit;
  if (isThere) return connect(firstPage.participants);
  return ctx.loaders.participantWindow.load(business.id, asked).then(connect);
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
