import { hash } from 'node:crypto';
import type { Db } from '../client.ts';

/** Ids and known keys only: an event outlives the person it is about. */
export type NewBusinessEvent = { serviceId: number } & (
  | { type: 'business_upserted'; businessId: number; created: boolean }
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

/**
 * Says that something happened. Call it on the transaction of the change, so that neither exists without
 * the other; subscribers hear of it after the commit. One statement, which waits for nobody.
 */
export async function recordEvent(db: Db, event: NewBusinessEvent): Promise<void> {
  await db
    .insertInto('business_events')
    .values({ service_id: event.serviceId, type: event.type, ...columnsOf(event) })
    .execute();
}

function columnsOf(event: NewBusinessEvent) {
  switch (event.type) {
    case 'business_upserted':
      return { business_id: event.businessId, created: event.created };
    case 'matches_resolved':
      return { business_id: event.businessId, participant_id: event.participantId };
    case 'document_available':
      return {
        business_id: event.businessId,
        participant_id: event.participantId,
        document_occurrence: event.occurrence,
        document_type_digest: digestTypeCode(event.typeCode),
      };
    case 'answers_imported':
      return { user_id: event.userId, template_keys: event.templateKeys };
    case 'business_completed':
      return { business_id: event.businessId, receipt_id: event.receiptId };
  }
}

function digestTypeCode(typeCode: string): Buffer {
  return hash('sha256', typeCode, 'buffer');
}
