import { type InsertObject, sql } from 'kysely';
import type { AuditAction } from '../../../domain/events/audit-event.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runWithNext } from '../../statements/run-pipelined.ts';
import type { DB, JsonObject } from '../../tables.ts';

export type AuditEvent = {
  serviceId: number;
  action: AuditAction;
  userId: number | null;
  apiKeyId: number | null;
  requestId: string | null;
  /**
   * Ids, keys, counts and modes only: an audit row outlives the person it is about. With a `businessId` it is found
   * among the events of that business.
   */
  details: JsonObject;
};

/**
 * Records who did what, at the latest with the commit. Call it on the transaction of the change, so that neither exists
 * without the other.
 */
export async function insertAuditEvent(db: Db, event: AuditEvent): Promise<void> {
  await runWithNext(db, insertOne(db, auditValues(event)));
}

const insertOne = prepareStatement((db, value: ValueOf<AuditValues>) =>
  db.insertInto('audit_events').values(auditRow(value)).compile(),
);

/** The same with details of its own for each of several businesses, in one statement. */
export async function insertAuditEvents(
  db: Db,
  event: Omit<AuditEvent, 'details'>,
  details: readonly (JsonObject & { businessId: number })[],
): Promise<void> {
  await sql`
    insert into audit_events (service_id, action, user_id, api_key_id, request_id, business_id, details)
    select ${event.serviceId}, ${event.action}, ${event.userId}, ${event.apiKeyId}, ${event.requestId},
      (one.details ->> 'businessId')::bigint, one.details
    from jsonb_array_elements(${JSON.stringify(details)}::jsonb) with ordinality as one (details, place)
    order by one.place
  `.execute(db);
}

/** `details` as JSON text, and the business among them. */
export type AuditValues = Omit<AuditEvent, 'details'> & {
  auditBusinessId: number | null;
  details: string;
};

/** One row of the table. */
export function auditRow(value: ValueOf<AuditValues>): InsertObject<DB, 'audit_events'> {
  return {
    service_id: value('serviceId'),
    action: value('action'),
    user_id: value('userId'),
    api_key_id: value('apiKeyId'),
    request_id: value('requestId'),
    business_id: value('auditBusinessId'),
    details: value('details'),
  };
}

export function auditValues({ details, ...event }: AuditEvent): AuditValues {
  const { businessId } = details;
  return {
    ...event,
    auditBusinessId: typeof businessId === 'number' ? businessId : null,
    details: JSON.stringify(details),
  };
}
