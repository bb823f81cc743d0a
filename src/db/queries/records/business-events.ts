import { type Selectable, sql } from 'kysely';
import {
  type BusinessEvent,
  encodeEventId,
  FOUND_PARTICIPANTS_MAX,
} from '../../../domain/events/business-event.ts';
import type { ExtractionKey } from '../../../domain/extraction/extraction.ts';
import type { Db } from '../../client.ts';
import type { BusinessEvents } from '../../tables.ts';

/** New matches of one business in a screening. */
export type NewBusinessMatches = {
  businessId: number;
  participantIds: number[];
  matchesCount: number;
};

/**
 * Records an event of new matches for each business, by one statement. An event has at most FOUND_PARTICIPANTS_MAX
 * participant ids, and the number of all participants.
 */
export async function recordMatchesFound(
  db: Db,
  serviceId: number,
  newMatches: readonly NewBusinessMatches[],
): Promise<void> {
  const rows = newMatches.map(({ participantIds: allParticipantIds, ...businessMatches }) => {
    const participantIds = allParticipantIds.slice(0, FOUND_PARTICIPANTS_MAX);
    return { ...businessMatches, participantIds, participantsCount: allParticipantIds.length };
  });
  await sql`
    insert into business_events
      (service_id, type, business_id, participant_id, participant_ids, participant_count, match_count)
    select ${serviceId}, 'matches_found', f."businessId", f."participantIds"[1], f."participantIds",
      f."participantsCount", f."matchesCount"
    from json_to_recordset(${JSON.stringify(rows)}::json) as f ("businessId" bigint,
      "participantIds" bigint[], "participantsCount" integer, "matchesCount" integer)
    order by f."businessId"
  `.execute(db);
}

/** Records an event of decided matches for each of several participants, by one statement. */
export async function recordMatchesResolved(
  db: Db,
  serviceId: number,
  participants: readonly { id: number; businessId: number }[],
): Promise<void> {
  await sql`
    insert into business_events (service_id, type, business_id, participant_id)
    select ${serviceId}, 'matches_resolved', business_id, participant_id
    from unnest(
      ${participants.map((participant) => participant.businessId)}::bigint[],
      ${participants.map((participant) => participant.id)}::bigint[]
    ) with ordinality as participants (business_id, participant_id, ordinal)
    order by ordinal
  `.execute(db);
}

/** Records an event of a finished extraction. */
export async function recordExtracted(
  db: Db,
  { serviceId, id }: ExtractionKey,
  businessId: number,
): Promise<void> {
  await db
    .insertInto('business_events')
    .values({
      service_id: serviceId,
      type: 'document_extracted',
      business_id: businessId,
      extraction_id: id,
    })
    .execute();
}

export type EventsAfter = { serviceId: number; position: number };

/** Returns the published events of a service after a position, in order, at most `limit`. */
export async function listEventsAfter(
  db: Db,
  { serviceId, position }: EventsAfter,
  limit: number,
): Promise<BusinessEvent[]> {
  const rows = await db
    .selectFrom('business_event_streams as s')
    .innerJoin('business_events as e', (join) => join.on('e.service_id', '=', serviceId))
    .selectAll('e')
    .select('s.stream_key')
    .where('s.service_id', '=', serviceId)
    .where('e.position', '>', position)
    .orderBy('e.position')
    .limit(limit)
    .execute();
  return rows.map((row) => toEvent(row));
}

type Row = Selectable<BusinessEvents> & { stream_key: string };

function toEvent(row: Row): BusinessEvent {
  const position = requireValue(row.position);
  const id = encodeEventId({ streamKey: row.stream_key, position });
  const common = { id, position, occurredAt: row.occurred_at };
  switch (row.type) {
    case 'business_upserted':
      return { ...common, type: row.type, ...toUpsertedBusiness(row) };
    case 'matches_found':
      return { ...common, type: row.type, ...toFoundMatches(row) };
    case 'matches_resolved':
      return { ...common, type: row.type, ...toParticipantIds(row) };
    case 'document_available':
      return { ...common, type: row.type, ...toAvailableDocument(row) };
    case 'document_extracted':
      return {
        ...common,
        type: row.type,
        businessId: requireValue(row.business_id),
        extractionId: requireValue(row.extraction_id),
      };
    case 'report_finalized':
      return {
        ...common,
        type: row.type,
        ...toParticipantIds(row),
        reportId: requireValue(row.report_id),
      };
    case 'answers_imported':
      return {
        ...common,
        type: row.type,
        userId: requireValue(row.user_id),
        templateKeys: requireValue(row.template_keys),
      };
    case 'business_completed':
      return {
        ...common,
        type: row.type,
        businessId: requireValue(row.business_id),
        receiptId: requireValue(row.receipt_id),
      };
  }
}

function toUpsertedBusiness(row: Row) {
  return {
    businessId: requireValue(row.business_id),
    created: requireValue(row.created),
    receiptId: row.receipt_id,
  };
}

function toAvailableDocument(row: Row) {
  return {
    ...toParticipantIds(row),
    occurrence: requireValue(row.document_occurrence),
    typeDigest: requireValue(row.document_type_digest).toString('hex'),
  };
}

/**
 * Returns the participants and matches of an event. Events of earlier versions of the gateway have one participant
 * only.
 */
function toFoundMatches(row: Row) {
  const { businessId, participantId } = toParticipantIds(row);
  const participantIds = row.participant_ids ?? [participantId];
  return {
    businessId,
    participantIds,
    participantsCount: row.participant_count ?? participantIds.length,
    matchesCount: row.match_count,
  };
}

function toParticipantIds(row: Row) {
  return {
    businessId: requireValue(row.business_id),
    participantId: requireValue(row.participant_id),
  };
}

/** Returns a value that a check constraint guarantees for the type of event. */
function requireValue<T>(value: T | null): T {
  if (value === null) throw new Error('A business event lacks what its type promises.');
  return value;
}
