import type { CountDelta } from '../../../domain/business/service-counts.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runWithNext } from '../../statements/run-pipelined.ts';
import { type AuditEvent, type AuditValues, auditRow, auditValues } from './audit-events.ts';
import { type EventValues, eventRow, eventValues, type NewBusinessEvent } from './event-row.ts';
import { type CountQuotas, changeWithinQuotas } from './service-counts.ts';

/** Change of a service. `counts`: differences of the counts of the service; `quotas`: limits of counts that grow. */
export type Change = {
  audit: AuditEvent;
  event: NewBusinessEvent;
  counts: CountDelta;
  quotas?: CountQuotas;
};

/**
 * Records a change: its audit event, its event for subscribers and its counts. Call it as the last step of the
 * transaction of the change, so that none exists without the others; subscribers receive the event after the commit.
 * The statements are sent with the commit at the latest.
 */
export async function recordChange(
  db: Db,
  { audit, event, counts, quotas }: Change,
): Promise<void> {
  await runWithNext(db, insertAuditAndEvent(db, { ...auditValues(audit), ...eventValues(event) }));
  await changeWithinQuotas(db, { serviceId: audit.serviceId, quotas }, counts);
}

const insertAuditAndEvent = prepareStatement((db, value: ValueOf<AuditValues & EventValues>) =>
  db
    .with('audit', (cte) => cte.insertInto('audit_events').values(auditRow(value)))
    .insertInto('business_events')
    .values(eventRow(value))
    .compile(),
);
