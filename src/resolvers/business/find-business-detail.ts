import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { listBusinessesByIds } from '../../db/queries/businesses.ts';
import { listParticipantsWithDocuments } from '../../db/queries/participants.ts';
import type { Business } from '../../domain/business.ts';
import type { RequestedDocument } from '../../domain/document.ts';
import type { Participant } from '../../domain/participant.ts';

export type ParticipantDetail = Participant & { documents: RequestedDocument[] };
export type BusinessDetail = Business & { participants: ParticipantDetail[] };

/**
 * A business with every participant and every document (v4: Get business data with participants), in two
 * statements whatever its size, three where it has no participants. Undefined where the service has no such
 * business.
 */
export async function findBusinessDetail(
  ctx: Ctx,
  businessId: number,
): Promise<BusinessDetail | undefined> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  const [business, participants] = await Promise.all([
    ctx.loaders.business.load(businessId),
    listParticipantsWithDocuments(ctx.db, serviceId, businessId),
  ]);
  if (business === undefined) return undefined;
  if (participants.length > 0) return { ...business, participants };
  // A deletion between the two statements would make a business that is gone look like an empty one.
  const [still] = await listBusinessesByIds(ctx.db, serviceId, [businessId]);
  return still === undefined ? undefined : { ...still, participants };
}
