import { hash } from 'node:crypto';
import type { InsertObject } from 'kysely';
import type { ValueOf } from '../../statements/prepared.ts';
import type { DB } from '../../tables.ts';

/** New event. It has ids, keys and digests only, because it outlives the person that it concerns. */
export type NewBusinessEvent = { serviceId: number } & (
  | {
      type: 'business_upserted';
      businessId: number;
      created: boolean;
      /** Deletion receipt; null when the upsert deleted no participant. */
      receiptId: number | null;
    }
  | { type: 'matches_resolved'; businessId: number; participantId: number }
  | {
      type: 'document_available';
      businessId: number;
      participantId: number;
      /** Stored as a digest only. */
      typeCode: string;
      /** Number of the document among those of the participant with its type, from 1. */
      occurrence: number;
    }
  | { type: 'document_extracted'; businessId: number; extractionId: number }
  | { type: 'report_finalized'; businessId: number; participantId: number; reportId: number }
  | { type: 'answers_imported'; userId: number; templateKeys: string[] }
  | { type: 'business_completed'; businessId: number; receiptId: number }
);

/** Values of an event row. The prefix `event` distinguishes them from those of an audit event in the same statement. */
export type EventValues = {
  eventServiceId: number;
  eventType: NewBusinessEvent['type'];
  eventBusinessId: number | null;
  eventParticipantId: number | null;
  eventDocumentOccurrence: number | null;
  eventDocumentTypeDigest: Buffer | null;
  eventExtractionId: number | null;
  eventReportId: number | null;
  eventUserId: number | null;
  eventTemplateKeys: string[] | null;
  eventReceiptId: number | null;
  eventCreated: boolean | null;
};

export function toEventRow(value: ValueOf<EventValues>): InsertObject<DB, 'business_events'> {
  return {
    service_id: value('eventServiceId'),
    type: value('eventType'),
    business_id: value('eventBusinessId'),
    participant_id: value('eventParticipantId'),
    document_occurrence: value('eventDocumentOccurrence'),
    document_type_digest: value('eventDocumentTypeDigest'),
    extraction_id: value('eventExtractionId'),
    report_id: value('eventReportId'),
    user_id: value('eventUserId'),
    template_keys: value('eventTemplateKeys'),
    receipt_id: value('eventReceiptId'),
    created: value('eventCreated'),
  };
}

export function toEventValues(event: NewBusinessEvent): EventValues {
  return {
    eventServiceId: event.serviceId,
    eventType: event.type,
    eventBusinessId: null,
    eventParticipantId: null,
    eventDocumentOccurrence: null,
    eventDocumentTypeDigest: null,
    eventExtractionId: null,
    eventReportId: null,
    eventUserId: null,
    eventTemplateKeys: null,
    eventReceiptId: null,
    eventCreated: null,
    ...toTypeColumns(event),
  };
}

/** Returns the columns of an event by its type. */
function toTypeColumns(event: NewBusinessEvent): Partial<EventValues> {
  switch (event.type) {
    case 'business_upserted':
      return {
        eventBusinessId: event.businessId,
        eventCreated: event.created,
        eventReceiptId: event.receiptId,
      };
    case 'matches_resolved':
      return { eventBusinessId: event.businessId, eventParticipantId: event.participantId };
    case 'document_available':
      return {
        eventBusinessId: event.businessId,
        eventParticipantId: event.participantId,
        eventDocumentOccurrence: event.occurrence,
        eventDocumentTypeDigest: Buffer.from(digestTypeCode(event.typeCode), 'hex'),
      };
    case 'document_extracted':
      return { eventBusinessId: event.businessId, eventExtractionId: event.extractionId };
    case 'report_finalized':
      return {
        eventBusinessId: event.businessId,
        eventParticipantId: event.participantId,
        eventReportId: event.reportId,
      };
    case 'answers_imported':
      return { eventUserId: event.userId, eventTemplateKeys: event.templateKeys };
    case 'business_completed':
      return { eventBusinessId: event.businessId, eventReceiptId: event.receiptId };
  }
}

/** Returns the hexadecimal SHA-256 of a document type code, which an event stores instead of the code. */
export function digestTypeCode(typeCode: string): string {
  return hash('sha256', typeCode);
}
