import type { InsertObject } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runLater } from '../../statements/together.ts';
import type { DB, JsonObject } from '../../tables.ts';

type AuditAction =
  | 'access_token_issued'
  | 'answers_imported'
  | 'api_key_added'
  | 'api_key_revoked'
  | 'business_completed'
  | 'business_upserted'
  | 'data_imported'
  | 'document_attached'
  | 'file_downloaded'
  | 'file_upload_announced'
  | 'file_upload_completed'
  | 'file_uploaded'
  | 'matches_resolved'
  /** Written by readPersonalInformation, in the statement that reads. */
  | 'personal_information_read'
  | 'trusted_documents_added'
  | 'trusted_documents_removed'
  | 'trusted_only_set'
  | 'user_added'
  | 'user_disabled'
  | 'user_enabled'
  | 'webhook_endpoint_added'
  | 'webhook_endpoint_disabled'
  | 'webhook_endpoint_enabled'
  | 'webhook_endpoint_removed'
  | 'webhook_redelivered'
  | 'webhook_secret_rotated'
  | 'webhook_tested';

export type AuditEvent = {
  serviceId: number;
  action: AuditAction;
  userId: number | null;
  apiKeyId: number | null;
  requestId: string | null;
  /** Ids, keys, counts and modes only: an audit row outlives the person it is about. */
  details: JsonObject;
};

/**
 * Records who did what, at the latest with the commit. Call it on the transaction of the change, so that neither exists
 * without the other.
 */
export async function insertAuditEvent(db: Db, event: AuditEvent): Promise<void> {
  await runLater(db, insertOne(db, auditValues(event)));
}

const insertOne = prepareStatement((db, value: ValueOf<AuditValues>) =>
  db.insertInto('audit_events').values(auditRow(value)).compile(),
);

/** `details` as JSON text. */
export type AuditValues = Omit<AuditEvent, 'details'> & { details: string };

/** One row of the table. */
export function auditRow(value: ValueOf<AuditValues>): InsertObject<DB, 'audit_events'> {
  return {
    service_id: value('serviceId'),
    action: value('action'),
    user_id: value('userId'),
    api_key_id: value('apiKeyId'),
    request_id: value('requestId'),
    details: value('details'),
  };
}

export function auditValues(event: AuditEvent): AuditValues {
  return { ...event, details: JSON.stringify(event.details) };
}
