import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Business } from '../../domain/business/business.ts';
import type { ParticipantInFull } from '../../domain/business/participant.ts';

export type BusinessDetail = Business & { participants: ParticipantInFull[] };

/**
 * Returns a business with all participants and documents (v4: Get business data with participants), in one statement;
 * undefined when the service has no such business.
 */
export async function findBusinessDetail(
  ctx: RequestContext,
  businessId: number,
): Promise<BusinessDetail | undefined> {
  requireScope(ctx.caller, 'business:read');
  const detail = await ctx.loaders.businessInFull.load({ businessId, limit: null });
  return detail && { ...detail.business, participants: detail.participants };
}
