import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { BusinessWithPage } from '../../domain/business/business.ts';
import { findBusiness, toBusinessKey } from './find-business.ts';
import type { BusinessLookup } from './inputs.ts';
import { participantPageBounds } from './list-participants.ts';

/** Data of a business that the rest of a query will read. Reading it with the business saves a round trip. */
export type Prefetch = {
  /** First page of its participants, with `first` items, or the default page size when `first` is null. */
  participants: { first: number | null } | undefined;
  documents: boolean;
};

export const NO_PREFETCH: Prefetch = { participants: undefined, documents: false };

/**
 * Finds a business like `findBusiness`. For a lookup by id, the data of `prefetch` is read at the same time: with
 * documents in the same statement, without documents in a concurrent one.
 */
export async function findBusinessPrefetched(
  ctx: RequestContext,
  lookup: BusinessLookup,
  prefetch: Prefetch,
): Promise<BusinessWithPage | undefined> {
  requireScope(ctx.caller, 'business:read');
  const limit = toPrefetchLimit(ctx, prefetch);
  const key = toBusinessKey(lookup);
  if (limit === undefined || key === undefined || !('id' in key))
    return await findBusiness(ctx, lookup);
  if (!prefetch.documents) {
    const [business, [participants = []]] = await Promise.all([
      findBusiness(ctx, lookup),
      ctx.loaders.firstPages([{ businessId: key.id, limit }], false),
    ]);
    return business && { ...business, firstPage: { limit, participants } };
  }
  const prefetched = await ctx.loaders.businessInFull.load({ businessId: key.id, limit });
  return (
    prefetched && {
      ...prefetched.business,
      firstPage: { limit, participants: prefetched.participants },
    }
  );
}

/** Reads the data of `prefetch` for all businesses in one statement and stores it in them. */
export async function addFirstPages(
  ctx: RequestContext,
  businesses: readonly BusinessWithPage[],
  prefetch: Prefetch,
): Promise<void> {
  const limit = toPrefetchLimit(ctx, prefetch);
  if (limit === undefined || businesses.length === 0) return;
  const pageRequests = businesses.map(({ id: businessId }) => ({ businessId, limit }));
  const pages = await ctx.loaders.firstPages(pageRequests, prefetch.documents);
  for (const [position, business] of businesses.entries())
    business.firstPage = { limit, participants: pages[position] ?? [] };
}

/**
 * Returns the number of participants to read: one more than the page, to detect a next page. Undefined when none are
 * prefetched, and for a page size that the list will reject.
 */
function toPrefetchLimit(ctx: RequestContext, { participants }: Prefetch): number | undefined {
  if (participants === undefined) return undefined;
  const { sizeDefault, sizeMax } = participantPageBounds(ctx);
  const size = participants.first ?? sizeDefault;
  return size < 0 || size > sizeMax ? undefined : size + 1;
}
