import { type InsertObject, sql } from 'kysely';
import type { AuditAction } from '../../../domain/events/audit-event.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';
import type { DB, JsonObject } from '../../tables.ts';

export type AuditEvent = {
  serviceId: number;
  action: AuditAction;
  userId: number | null;
  apiKeyId: number | null;
  requestId: string | null;
  /**
   * Ids, keys, counts and modes only: an audit row outlives the person that it concerns. With a `businessId` it is
   * listed among the events of that business.
   */
  details: JsonObject;
};

/**
 * Records an audit event as a pipelined statement, sent with the next one or the commit. Call it in the transaction of
 * the change, so that neither exists without the other.
 */
export async function insertAuditEvent(db: Db, event: AuditEvent): Promise<void> {
  await pipelineWithNext(db, insertAudit(db, toAuditValues(event)));
}

const insertAudit = prepareStatement((db, value: ValueOf<AuditValues>) =>
  db.insertInto('audit_events').values(toAuditRow(value)).compile(),
);

/** Records an audit event with its own details for each of several businesses, by one statement. */
export async function insertAuditEvents(
  db: Db,
  event: Omit<AuditEvent, 'details'>,
  details: readonly (JsonObject & { businessId: number })[],
): Promise<void> {
  await sql`
    insert into audit_events (service_id, action, user_id, api_key_id, request_id, business_id, details)
    select ${event.serviceId}, ${event.action}, ${event.userId}, ${event.apiKeyId}, ${event.requestId},
      (event.details ->> 'businessId')::bigint, event.details
    from jsonb_array_elements(${JSON.stringify(details)}::jsonb) with ordinality as event (details, ordinal)
    order by event.ordinal
  `.execute(db);
}

/** Values of an audit row: details as JSON text, and their `businessId`, null when they have none. */
export type AuditValues = Omit<AuditEvent, 'details'> & {
  auditBusinessId: number | null;
  details: string;
};

/** Returns the row of an audit event, with placeholders for its values. */
export function toAuditRow(value: ValueOf<AuditValues>): InsertObject<DB, 'audit_events'> {
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

export function toAuditValues({ details, ...event }: AuditEvent): AuditValues {
  const { businessId } = details;
  return {
    ...event,
    auditBusinessId: typeof businessId === 'number' ? businessId : null,
    details: JSON.stringify(details),
  };
}
