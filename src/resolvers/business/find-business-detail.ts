import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { listDocumentsOfBusiness } from '../../db/queries/documents.ts';
import { listParticipantsOfBusiness } from '../../db/queries/participants.ts';
import type { Business } from '../../domain/business.ts';
import type { RequestedDocument } from '../../domain/document.ts';
import type { Participant } from '../../domain/participant.ts';

export type ParticipantDetail = Participant & { documents: RequestedDocument[] };
export type BusinessDetail = Business & { participants: ParticipantDetail[] };

/**
 * A business with every participant and every document (v4: Get business data with participants), in
 * three statements whatever its size. Undefined where the service has no such business.
 */
export async function findBusinessDetail(
  ctx: Ctx,
  businessId: number,
): Promise<BusinessDetail | undefined> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  const business = await ctx.loaders.business.load(businessId);
  if (business === undefined) return undefined;
  const [participants, documents] = await Promise.all([
    listParticipantsOfBusiness(ctx.db, serviceId, businessId),
    listDocumentsOfBusiness(ctx.db, serviceId, businessId),
  ]);
  const byParticipant = Map.groupBy(documents, (one) => one.participantId);
  return {
    ...business,
    participants: participants.map((one) => ({
      ...one,
      documents: byParticipant.get(one.id) ?? [],
    })),
  };
}
