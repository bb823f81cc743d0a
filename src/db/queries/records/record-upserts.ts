import { sql } from 'kysely';
import type { CountDelta } from '../../../domain/business/service-counts.ts';
import type { Db } from '../../client.ts';
import type { JsonObject } from '../../tables.ts';
import type { AuditEvent } from './audit-events.ts';
import { type CountQuotas, changeWithinQuotas } from './service-counts.ts';

export type RecordedUpsert = { businessId: number; created: boolean; details: JsonObject };

type RecordedUpserts = {
  upserts: readonly RecordedUpsert[];
  countChange: CountDelta;
  quotas: CountQuotas;
};

/**
 * Records upserts of several businesses in order, each as `recordChange` does: an audit event, an event for
 * subscribers, and the change of the counts. Two statements. Call it in the transaction of the change.
 */
export async function recordUpserts(
  db: Db,
  by: Omit<AuditEvent, 'action' | 'details'>,
  { upserts, countChange, quotas }: RecordedUpserts,
): Promise<void> {
  await sql`
    with done as (
      select * from json_to_recordset(${JSON.stringify(upserts)}::json)
        as r ("businessId" bigint, created boolean, details jsonb)
    ), audit as (
      insert into audit_events (service_id, action, user_id, api_key_id, request_id, business_id, details)
      select ${by.serviceId}::integer, 'business_upserted', ${by.userId}::bigint,
        ${by.apiKeyId}::bigint, ${by.requestId}::text, done."businessId", done.details
      from done
    )
    insert into business_events (service_id, type, business_id, created)
    select ${by.serviceId}::integer, 'business_upserted', done."businessId", done.created from done
  `.execute(db);
  await changeWithinQuotas(db, { serviceId: by.serviceId, quotas }, countChange);
}
