import type { RequestContext } from '../../context.ts';
import type { Participant } from '../../domain/business/participant.ts';
import type { ShownPersonalInformation } from '../../domain/business/personal-information.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import type { Match } from '../../domain/matches/match.ts';
import { findParticipant, listDocuments } from './find-participant.ts';
import { listMatches } from './list-matches.ts';
import { showPersonalInformation } from './show-personal-information.ts';

export type ParticipantSheet = Participant & {
  documents: RequestedDocument[];
  personalInformation: ShownPersonalInformation;
  matches: Match[];
};

/**
 * A participant with its documents and what is captured of it (v4: Get participant personal information), masked
 * for a caller that lacks `personal:read`. Undefined where the service has no such participant.
 */
export async function findParticipantDetail(
  ctx: RequestContext,
  databaseId: number,
): Promise<ParticipantSheet | undefined> {
  const participant = await findParticipant(ctx, { databaseId });
  if (participant === undefined) return undefined;
  const [documents, personalInformation, matches] = await Promise.all([
    listDocuments(ctx, participant),
    showPersonalInformation(ctx, databaseId),
    listMatches(ctx, databaseId),
  ]);
  return { ...participant, documents, personalInformation, matches };
}
