import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import type { BusinessWithPage } from '../../domain/business.ts';
import { findBusiness, toBusinessKey } from './find-business.ts';
import type { BusinessLookup } from './inputs.ts';
import { participantPageBounds } from './list-participants.ts';

/** What is going to be asked for next of a business: it may be read along, which changes no answer. */
export type Prefetch = {
  /** The one first page of participants, of so many, or of the usual length where it is null. */
  participants: { first: number | null } | undefined;
  documents: boolean;
};

export const NO_PREFETCH: Prefetch = { participants: undefined, documents: false };

/** The same as `findBusiness`; where it is named by its id, what is asked for next is read with it. */
export async function findBusinessPrefetched(
  ctx: Ctx,
  lookup: BusinessLookup,
  prefetch: Prefetch,
): Promise<BusinessWithPage | undefined> {
  requireScope(ctx.caller, 'business:read');
  const limit = prefetchLimit(ctx, prefetch);
  const name = toBusinessKey(lookup);
  if (limit === undefined || name === undefined || !('id' in name))
    return await findBusiness(ctx, lookup);
  if (!prefetch.documents) {
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
  prefetch: Prefetch,
): Promise<void> {
  const limit = prefetchLimit(ctx, prefetch);
  if (limit === undefined || businesses.length === 0) return;
  const wanted = businesses.map(({ id: businessId }) => ({ businessId, limit }));
  const pages = await ctx.loaders.firstPages(wanted, prefetch.documents);
  for (const [at, business] of businesses.entries())
    business.firstPage = { limit, participants: pages[at] ?? [] };
}

/** Undefined where there is nothing to read along, or what is asked for is going to be refused. */
function prefetchLimit(ctx: Ctx, { participants }: Prefetch): number | undefined {
  if (participants === undefined) return undefined;
  const { sizeDefault, sizeMax } = participantPageBounds(ctx);
  const size = participants.first ?? sizeDefault;
  return size < 0 || size > sizeMax ? undefined : size + 1;
}
