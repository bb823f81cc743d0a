import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { BusinessWithPage } from '../../domain/business/business.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { isFirstPage, type ParticipantFilter } from '../../domain/business/participant-list.ts';
import { type Connection, getReadPlan, toConnection } from '../../domain/shared/page.ts';
import { type CursorCodec, createCursorCodec } from '../common/cursor.ts';
import { boundPages, type PageBounds, toWindow } from '../common/paging.ts';
import type { ListParticipantsInput } from './list-inputs.ts';

const PAGE_SIZE_DEFAULT = 100;
const positionSchema = z.number();

/** Returns the default and the maximum page size. */
export function participantPageBounds({ pageSizes }: RequestContext): PageBounds {
  return boundPages(PAGE_SIZE_DEFAULT, pageSizes.participants);
}

const NO_FILTER: ParticipantFilter = {};

/** Page request. `withDocuments` is true when the query also reads documents: the same statement then reads them. */
type ParticipantsRequest = { input: ListParticipantsInput; withDocuments?: boolean };

/**
 * Lists the participants of a business, ordered by id. Returns no promise when they were prefetched with the business.
 * Otherwise the same page of several businesses is read in one statement.
 */
export function listParticipants(
  ctx: RequestContext,
  business: Pick<BusinessWithPage, 'id' | 'firstPage'>,
  { input, withDocuments = false }: ParticipantsRequest,
): Connection<Participant> | Promise<Connection<Participant>> {
  requireScope(ctx.caller, 'business:read');
  const createCodec = (): CursorCodec<number> =>
    createCursorCodec(ctx, {
      name: `participants of ${business.id}`,
      positionSchema,
    });
  const window = toWindow(input, participantPageBounds(ctx), createCodec);
  const connect = (rows: Participant[]): Connection<Participant> => {
    const positionedRows = rows.map((node) => ({ node, position: node.id }));
    return toConnection(positionedRows, window, (position) => createCodec().encode(position));
  };
  const { firstPage } = business;
  const list = { filter: input.filter ?? NO_FILTER, window, withDocuments };
  const isPrefetched = isFirstPage(list) && firstPage?.limit === getReadPlan(window).limit;
  if (isPrefetched) return connect(firstPage.participants);
  return ctx.loaders.participantWindow.load(business.id, list).then(connect);
}

/** Counts the participants of the business that match the filter. */
export async function countParticipants(
  ctx: RequestContext,
  businessId: number,
  filter?: ParticipantFilter | null,
): Promise<number> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.participantCount.load(businessId, filter ?? {});
}
