import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import type { BusinessWithPage } from '../../domain/business.ts';
import { findBusiness, toBusinessName } from './find-business.ts';
import type { BusinessLookup } from './inputs.ts';
import { participantPageBounds } from './list-participants.ts';

/** What is going to be asked for next of a business: it may be read along, which changes no answer. */
export type Ahead = {
  /** The one first page of participants, of so many, or of the usual length where it is null. */
  participants: { first: number | null } | undefined;
  documents: boolean;
};

export const NOTHING_AHEAD: Ahead = { participants: undefined, documents: false };

/** The same as `findBusiness`; where it is named by its id, what is asked for next is read with it. */
export async function findBusinessAhead(
  ctx: Ctx,
  lookup: BusinessLookup,
  ahead: Ahead,
): Promise<BusinessWithPage | undefined> {
  requireScope(ctx.caller, 'business:read');
  const limit = limitAhead(ctx, ahead);
  const name = toBusinessName(lookup);
  if (limit === undefined || name === undefined || !('id' in name))
    return await findBusiness(ctx, lookup);
  if (!ahead.documents) {
    const [business, [participants = []]] = await Promise.all([
      findBusiness(ctx, lookup),
      ctx.loaders.firstPages([{ businessId: name.id, limit }], false),
    ]);
    return business && { ...business, firstPage: { limit, participants } };
  }
  const found = await ctx.loaders.businessInFull.load({ businessId: name.id, limit });
  return found && { ...found.business, firstPage: { limit, participants: found.participants } };
}

/** Adds to businesses what is asked for next, all of it in one statement. */
export async function addPages(
  ctx: Ctx,
  businesses: readonly BusinessWithPage[],
  ahead: Ahead,
): Promise<void> {
  const limit = limitAhead(ctx, ahead);
  if (limit === undefined || businesses.length === 0) return;
  const wanted = businesses.map(({ id: businessId }) => ({ businessId, limit }));
  const pages = await ctx.loaders.firstPages(wanted, ahead.documents);
  for (const [at, business] of businesses.entries())
    business.firstPage = { limit, participants: pages[at] ?? [] };
}

/** Undefined where there is nothing to read along, or what is asked for is going to be refused. */
function limitAhead(ctx: Ctx, { participants }: Ahead): number | undefined {
  if (participants === undefined) return undefined;
  const { sizeDefault, sizeMax } = participantPageBounds(ctx);
  const size = participants.first ?? sizeDefault;
  return size < 0 || size > sizeMax ? undefined : size + 1;
}
