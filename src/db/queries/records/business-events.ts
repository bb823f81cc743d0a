import { hash } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import { type BusinessEvent, encodeEventId } from '../../../domain/business-event.ts';
import type { Db } from '../../client.ts';
import type { BusinessEvents } from '../../tables.ts';

/** Ids and known keys only: an event outlives the person it is about. */
export type NewBusinessEvent = { serviceId: number } & (
  | { type: 'business_upserted'; businessId: number; created: boolean; receiptId: number | null }
  | { type: 'matches_resolved'; businessId: number; participantId: number }
  | {
      type: 'document_available';
      businessId: number;
      participantId: number;
      /** Kept as a digest only. */
      typeCode: string;
      occurrence: number;
    }
  | { type: 'answers_imported'; userId: number; templateKeys: string[] }
  | { type: 'business_completed'; businessId: number; receiptId: number }
);

/** What an event may hold, by its type. */
const COLUMNS = [
  'business_id',
  'participant_id',
  'document_occurrence',
  'document_type_digest',
  'user_id',
  'template_keys',
  'receipt_id',
  'created',
] as const;
type Columns = Pick<Insertable<BusinessEvents>, (typeof COLUMNS)[number]>;

/** For one row of the table, whose values are those of `eventValues`. */
export const EVENT_PLACES: Insertable<BusinessEvents> = {
  service_id: 0,
  type: 'answers_imported',
  ...Object.fromEntries(COLUMNS.map((name) => [name, null])),
};

export function eventValues(event: NewBusinessEvent): unknown[] {
  const columns = columnsOf(event);
  return [event.serviceId, event.type, ...COLUMNS.map((name) => columns[name] ?? null)];
}

/** Says of several participants at once that matches were resolved, in one statement. */
export async function recordResolvedMatches(
  db: Db,
  serviceId: number,
  participants: readonly { id: number; businessId: number }[],
): Promise<void> {
  await sql`
    insert into business_events (service_id, type, business_id, participant_id)
    select ${serviceId}, 'matches_resolved', business_id, participant_id
    from unnest(
      ${participants.map((one) => one.businessId)}::bigint[],
      ${participants.map((one) => one.id)}::bigint[]
    ) with ordinality as resolved (business_id, participant_id, place)
    order by place
  `.execute(db);
}

function columnsOf(event: NewBusinessEvent): Partial<Columns> {
  switch (event.type) {
    case 'business_upserted':
      return {
        business_id: event.businessId,
        created: event.created,
        receipt_id: event.receiptId,
      };
    case 'matches_resolved':
      return { business_id: event.businessId, participant_id: event.participantId };
    case 'document_available':
      return {
        business_id: event.businessId,
        participant_id: event.participantId,
        document_occurrence: event.occurrence,
        document_type_digest: Buffer.from(digestTypeCode(event.typeCode), 'hex'),
      };
    case 'answers_imported':
      return { user_id: event.userId, template_keys: event.templateKeys };
    case 'business_completed':
      return { business_id: event.businessId, receipt_id: event.receiptId };
  }
}

/** SHA-256, hexadecimal: what an event keeps of a document's type code. */
export function digestTypeCode(typeCode: string): string {
  return hash('sha256', typeCode);
}

export type EventsAfter = { serviceId: number; position: number };

/** The published events of each service after a position, in order, at most `limit` of each, in one statement. */
export async function listEventsAfter(
  db: Db,
  after: readonly EventsAfter[],
  limit: number,
): Promise<(BusinessEvent & { serviceId: number })[]> {
  const serviceIds = after.map((one) => one.serviceId);
  const positions = after.map((one) => one.position);
  const rows = await db
    .selectFrom(
      sql<{ service_id: number; position: number }>`
        unnest(${serviceIds}::integer[], ${positions}::bigint[])`.as<'seen'>(
        sql`seen (service_id, position)`,
      ),
    )
    .innerJoin('business_event_streams as s', 's.service_id', 'seen.service_id')
    .innerJoinLateral(
      db
        .selectFrom('business_events as e')
        .selectAll()
        .where('e.service_id', '=', sql<number>`seen.service_id`)
        .where('e.position', '>', sql<number>`seen.position`)
        .orderBy('e.position')
        .limit(limit)
        .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .select('s.stream_key')
    .orderBy('found.service_id')
    .orderBy('found.position')
    .execute();
  return rows.map((row) => ({ serviceId: row.service_id, ...toEvent(row) }));
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
