import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  AUDIT_PARTICIPANTS_MAX,
  type AuditFilter,
  type AuditRecord,
  toAuditAction,
  toAuditCaller,
} from '../../../domain/events/audit-event.ts';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { Db } from '../../client.ts';
import { countSelection } from '../../statements/count-selection.ts';
import {
  planNewestFirst,
  type TimeRange,
  timeRangeConditions,
  toListOrder,
} from '../../statements/newest-first.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';

export type AuditListing = { serviceId: number; filter: AuditFilter };

/** Returns the audit events of a window, newest first. */
export async function listAuditRecords(
  db: Db,
  { serviceId, filter }: AuditListing,
  window: Window<TimePosition>,
): Promise<PositionedRow<AuditRecord, TimePosition>[]> {
  const plan = planNewestFirst({ time: 'occurred_at', id: 'id' }, window, toTimeRange(filter));
  const rows = await db
    .selectFrom('audit_events')
    .modifyFront(customPlanHint('audit_events'))
    .select([
      'id',
      'public_id as publicId',
      'occurred_at as occurredAt',
      'action',
      'user_id as userId',
      'api_key_id as apiKeyId',
      'request_id as requestId',
      'business_id as businessId',
      PARTICIPANT_IDS.as('participantIds'),
      sql<number | null>`(details ->> 'fileId')::bigint`.as('fileId'),
      sql<number | null>`(details ->> 'receiptId')::bigint`.as('receiptId'),
      sql<boolean>`coalesce((details ->> 'byLink')::boolean, false)`.as('usedDownloadLink'),
    ])
    .where('service_id', '=', serviceId)
    .where((eb) => eb.and([plan.condition, ...toConditions(filter)]))
    .orderBy('occurred_at', plan.direction)
    .orderBy('id', plan.direction)
    .limit(plan.limit)
    .execute();
  const records = rows.map(({ usedDownloadLink, ...row }) => ({
    ...row,
    action: toAuditAction(row.action),
    caller: toAuditCaller({ ...row, usedDownloadLink }),
  }));
  return toListOrder(records, plan, (record) => record.occurredAt);
}

/** Participant ids in the details of an event, at most AUDIT_PARTICIPANTS_MAX; details have one id or an array. */
const PARTICIPANT_IDS = sql<number[]>`
  case jsonb_typeof(details -> 'participantId')
    when 'number' then jsonb_build_array(details -> 'participantId')
    else jsonb_path_query_array(details, ${sql.lit(`$.participantIds[0 to ${AUDIT_PARTICIPANTS_MAX - 1}]`)})
  end`;

/** Counts matching audit events, up to `max`; in index order, so that the limit ends the scan. */
export async function countAuditRecords(
  db: Db,
  { serviceId, filter }: AuditListing,
  max: number,
): Promise<number> {
  const selection = db
    .selectFrom('audit_events')
    .select('id')
    .where('service_id', '=', serviceId)
    .where((eb) =>
      eb.and([...timeRangeConditions('occurred_at', toTimeRange(filter)), ...toConditions(filter)]),
    )
    .orderBy('occurred_at')
    .limit(max);
  return await countSelection(db, 'audit_events', selection);
}

function toTimeRange({ occurredSince: since, occurredBefore: until }: AuditFilter): TimeRange {
  return { since, until };
}

function toConditions(filter: AuditFilter): RawBuilder<SqlBool>[] {
  const { businessDatabaseId, userId, action } = filter;
  return [
    ...(businessDatabaseId ? [sql<SqlBool>`business_id = ${businessDatabaseId}`] : []),
    ...(userId ? [sql<SqlBool>`user_id = ${userId}`] : []),
    ...(action ? [sql<SqlBool>`action = ${action}`] : []),
  ];
}
