import type { RequestContext } from '../../context.ts';
import type { Participant } from '../../domain/business/participant.ts';
import type { ShownPersonalInformation } from '../../domain/business/personal-information.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import type { Match } from '../../domain/matches/match.ts';
import { findParticipant, listDocuments } from './find-participant.ts';
import { getPersonalInformation } from './get-personal-information.ts';
import { listMatches } from './list-matches.ts';

export type ParticipantDetail = Participant & {
  documents: RequestedDocument[];
  personalInformation: ShownPersonalInformation;
  matches: Match[];
};

/**
 * Returns a participant with documents, personal information and matches (v4: Get participant personal information),
 * masked when the caller lacks `personal:read`; undefined when the service has no such participant.
 */
export async function findParticipantDetail(
  ctx: RequestContext,
  databaseId: number,
): Promise<ParticipantDetail | undefined> {
  const participant = await findParticipant(ctx, { databaseId });
  if (participant === undefined) return undefined;
  const [documents, personalInformation, matches] = await Promise.all([
    listDocuments(ctx, participant),
    getPersonalInformation(ctx, databaseId),
    listMatches(ctx, databaseId),
  ]);
  return { ...participant, documents, personalInformation, matches };
}
