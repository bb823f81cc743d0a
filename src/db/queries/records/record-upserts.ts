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
 * Records upserts of several businesses by two statements: an audit event and an event for subscribers for each
 * business, and the change of the counts for all. Call it as the last step of the transaction of the change.
 */
export async function recordUpserts(
  db: Db,
  actor: Omit<AuditEvent, 'action' | 'details'>,
  { upserts, countChange, quotas }: RecordedUpserts,
): Promise<void> {
  await sql`
    with upserts as (
      select * from json_to_recordset(${JSON.stringify(upserts)}::json)
        as r ("businessId" bigint, created boolean, details jsonb)
    ), audit as (
      insert into audit_events (service_id, action, user_id, api_key_id, request_id, business_id, details)
      select ${actor.serviceId}::integer, 'business_upserted', ${actor.userId}::bigint,
        ${actor.apiKeyId}::bigint, ${actor.requestId}::text, upserts."businessId", upserts.details
      from upserts
    )
    insert into business_events (service_id, type, business_id, created)
    select ${actor.serviceId}::integer, 'business_upserted', upserts."businessId", upserts.created from upserts
  `.execute(db);
  await changeWithinQuotas(db, { serviceId: actor.serviceId, quotas }, countChange);
}
