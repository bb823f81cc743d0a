import { type Selectable, sql } from 'kysely';
import { type BusinessEvent, encodeEventId } from '../../../domain/business-event.ts';
import type { Db } from '../../client.ts';
import type { BusinessEvents } from '../../tables.ts';

type MatchEvents = { serviceId: number; type: 'matches_found' | 'matches_resolved' };

/** Says of several participants at once that matches were found or resolved, in one statement. */
export async function recordMatchEvents(
  db: Db,
  { serviceId, type }: MatchEvents,
  participants: readonly { id: number; businessId: number }[],
): Promise<void> {
  await sql`
    insert into business_events (service_id, type, business_id, participant_id)
    select ${serviceId}, ${type}, business_id, participant_id
    from unnest(
      ${participants.map((one) => one.businessId)}::bigint[],
      ${participants.map((one) => one.id)}::bigint[]
    ) with ordinality as resolved (business_id, participant_id, place)
    order by place
  `.execute(db);
}

export type EventsAfter = { serviceId: number; position: number };

/** The published events of a service after a position, in order, at most `limit` of them. */
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
  const position = known(row.position);
  const id = encodeEventId({ streamKey: row.stream_key, position });
  const place = { id, position, occurredAt: row.occurred_at };
  switch (row.type) {
    case 'business_upserted':
      return {
        ...place,
        type: row.type,
        businessId: known(row.business_id),
        created: known(row.created),
        receiptId: row.receipt_id,
      };
    case 'matches_found':
    case 'matches_resolved':
      return { ...place, type: row.type, ...participantOf(row) };
    case 'document_available':
      return {
        ...place,
        type: row.type,
        ...participantOf(row),
        occurrence: known(row.document_occurrence),
        typeDigest: known(row.document_type_digest).toString('hex'),
      };
    case 'document_extracted':
      return {
        ...place,
        type: row.type,
        businessId: known(row.business_id),
        extractionId: known(row.extraction_id),
      };
    case 'report_finalized':
      return { ...place, type: row.type, ...participantOf(row), reportId: known(row.report_id) };
    case 'answers_imported':
      return {
        ...place,
        type: row.type,
        userId: known(row.user_id),
        templateKeys: known(row.template_keys),
      };
    case 'business_completed':
      return {
        ...place,
        type: row.type,
        businessId: known(row.business_id),
        receiptId: known(row.receipt_id),
      };
  }
}

function participantOf(row: Row) {
  return { businessId: known(row.business_id), participantId: known(row.participant_id) };
}

/** What a check constraint of the table promises for the type of event. */
function known<T>(value: T | null): T {
  if (value === null) throw new Error('A business event lacks what its type promises.');
  return value;
}
