import type { CountDelta } from '../../../domain/business/service-counts.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';
import { type AuditEvent, type AuditValues, toAuditRow, toAuditValues } from './audit-events.ts';
import { type EventValues, type NewBusinessEvent, toEventRow, toEventValues } from './event-row.ts';
import { type CountQuotas, changeWithinQuotas } from './service-counts.ts';

/** Change to record. `counts`: change of the counts of the service; `quotas`: limits of counts that grow. */
export type Change = {
  audit: AuditEvent;
  event: NewBusinessEvent;
  counts: CountDelta;
  quotas?: CountQuotas;
};

/**
 * Records a change: its audit event, its event for subscribers and its counts. Call it as the last step of the
 * transaction of the change, so that none exists without the others; subscribers receive the event after the commit.
 * The statements are pipelined with the commit.
 */
export async function recordChange(
  db: Db,
  { audit, event, counts, quotas }: Change,
): Promise<void> {
  await pipelineWithNext(
    db,
    insertAuditAndEvent(db, { ...toAuditValues(audit), ...toEventValues(event) }),
  );
  await changeWithinQuotas(db, { serviceId: audit.serviceId, quotas }, counts);
}

const insertAuditAndEvent = prepareStatement((db, value: ValueOf<AuditValues & EventValues>) =>
  db
    .with('audit', (cte) => cte.insertInto('audit_events').values(toAuditRow(value)))
    .insertInto('business_events')
    .values(toEventRow(value))
    .compile(),
);
