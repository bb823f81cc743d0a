import type { Ctx } from '../../context.ts';
import type { RequestedDocument } from '../../domain/document.ts';
import type { Participant } from '../../domain/participant.ts';
import type { ShownPersonalInformation } from '../../domain/personal-information.ts';
import { findParticipant, listDocuments } from './find-participant.ts';
import { showPersonalInformation } from './show-personal-information.ts';

export type ParticipantSheet = Participant & {
  documents: RequestedDocument[];
  personalInformation: ShownPersonalInformation;
};

/**
 * A participant with its documents and what is captured of it (v4: Get participant personal information), masked
 * for a caller that lacks `personal:read`. Undefined where the service has no such participant.
 */
export async function findParticipantDetail(
  ctx: Ctx,
  databaseId: number,
): Promise<ParticipantSheet | undefined> {
  const participant = await findParticipant(ctx, { databaseId });
  if (participant === undefined) return undefined;
  const [documents, personalInformation] = await Promise.all([
    listDocuments(ctx, databaseId),
    showPersonalInformation(ctx, databaseId),
  ]);
  return { ...participant, documents, personalInformation };
}
