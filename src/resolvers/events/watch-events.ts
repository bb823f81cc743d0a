import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { digestTypeCode } from '../../db/queries/records/event-row.ts';
import type { Participant } from '../../domain/business/participant.ts';
import {
  type BusinessEvent,
  type BusinessEventOf,
  type FeedItem,
} from '../../domain/events/business-event.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import { AppError } from '../../errors.ts';
import { findBusinessId } from '../business/find-business.ts';
import { findParticipant, listDocuments } from '../business/find-participant.ts';
import type { BusinessEventsInput } from '../business/inputs.ts';

/**
 * Subscribes to the events of the caller's service, in order. After a given event, none is missed or repeated. Ends
 * with AppError `unauthenticated` when the caller loses access. Throws AppError `business_not_found` for an unknown
 * business, `invalid_input` for a start event that is unknown or older than 7 days, and `limit_exceeded` for too many
 * subscriptions.
 */
export async function watchEvents(
  ctx: RequestContext,
  input: BusinessEventsInput,
): Promise<AsyncIterable<FeedItem>> {
  const caller = requireScope(ctx.caller, 'business:read');
  if (ctx.live === undefined) throw new Error('Subscriptions are not available on this server.');
  const { feed, watch, lastEventId } = ctx.live;
  // A client that reconnects automatically repeats its request, and states its position in the header.
  const after = lastEventId ?? input.after ?? undefined;
  const matches = await createFilter(ctx, input);
  return await feed.subscribe({
    serviceId: caller.serviceId,
    after,
    matches,
    guard: (end) => watch.add(caller, end),
  });
}

/** Lists the existing participants of an event, in its order. */
export async function listEventParticipants(
  ctx: RequestContext,
  { participantIds }: BusinessEventOf<'matches_found'>,
): Promise<Participant[]> {
  const participants = await Promise.all(
    participantIds.map(async (databaseId) => await findParticipant(ctx, { databaseId })),
  );
  return participants.filter((participant) => participant !== undefined);
}

/** Returns the document that became available; undefined once it was deleted. */
export async function findEventDocument(
  ctx: RequestContext,
  event: BusinessEventOf<'document_available'>,
): Promise<RequestedDocument | undefined> {
  const documents = await listDocuments(ctx, { id: event.participantId });
  return documents.find(
    (document) =>
      document.occurrence === event.occurrence &&
      digestTypeCode(document.typeCode) === event.typeDigest,
  );
}

async function createFilter(
  ctx: RequestContext,
  { business, types }: BusinessEventsInput,
): Promise<(event: BusinessEvent) => boolean> {
  const isOfType = (event: BusinessEvent): boolean => types?.includes(event.type) ?? true;
  if (business === null || business === undefined) return isOfType;
  const businessId = await findBusinessId(ctx, business);
  if (businessId === undefined)
    throw new AppError('business_not_found', 'The service has no such business.');
  return (event) => isOfType(event) && 'businessId' in event && event.businessId === businessId;
}
