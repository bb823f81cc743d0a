import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Participant, ParticipantInFull } from '../../domain/business/participant.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import { type DocumentKey, decodeDatabaseId } from '../../domain/shared/global-id.ts';
import type { ParticipantLookup } from './inputs.ts';

/** Returns the participant that a lookup identifies; undefined when the service has none. */
export async function findParticipant(
  ctx: RequestContext,
  lookup: ParticipantLookup,
): Promise<Participant | undefined> {
  requireScope(ctx.caller, 'business:read');
  const id = toParticipantId(lookup);
  return id === undefined ? undefined : await ctx.loaders.participant.load(id);
}

/** Returns the internal id of a lookup; undefined for the global id of another type. */
export function toParticipantId(lookup: ParticipantLookup): number | undefined {
  return lookup.databaseId ?? decodeDatabaseId(lookup.id ?? '', 'Participant');
}

/**
 * Lists the requested documents of a participant, in the order of the request. Returns no promise when they were
 * prefetched with the participant.
 */
export function listDocuments(
  ctx: RequestContext,
  participant: Pick<ParticipantInFull, 'id'> & Partial<ParticipantInFull>,
): RequestedDocument[] | Promise<RequestedDocument[]> {
  requireScope(ctx.caller, 'business:read');
  return participant.documents ?? ctx.loaders.documents.load(participant.id);
}

/** Returns a requested document of a participant; undefined when there is none with this type and occurrence. */
export async function findDocument(
  ctx: RequestContext,
  key: DocumentKey,
): Promise<RequestedDocument | undefined> {
  const documents = await listDocuments(ctx, { id: key.participantId });
  return documents.find(
    (document) => document.typeCode === key.typeCode && document.occurrence === key.occurrence,
  );
}
