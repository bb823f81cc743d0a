import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import type { ParticipantInFull } from '../../db/queries/participants.ts';
import type { Business } from '../../domain/business.ts';

export type BusinessDetail = Business & { participants: ParticipantInFull[] };

/**
 * A business with every participant and every document (v4: Get business data with participants), in two
 * statements whatever its size, three where it has no participants. Undefined where the service has no such
 * business.
 */
export async function findBusinessDetail(
  ctx: Ctx,
  businessId: number,
): Promise<BusinessDetail | undefined> {
  requireScope(ctx.caller, 'business:read');
  const [business, participants] = await Promise.all([
    ctx.loaders.business.load(businessId),
    ctx.loaders.participantsInFull.load(businessId),
  ]);
  if (business === undefined) return undefined;
  if (participants.length > 0) return { ...business, participants };
  // A deletion between the two statements would make a business that is gone look like an empty one.
  const still = await ctx.loaders.business.clear(businessId).load(businessId);
  return still === undefined ? undefined : { ...still, participants };
}
