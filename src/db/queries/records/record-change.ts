import type { CountDelta } from '../../../domain/business/service-counts.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runWithNext } from '../../statements/run-pipelined.ts';
import { type AuditEvent, type AuditValues, auditRow, auditValues } from './audit-events.ts';
import { type EventValues, eventRow, eventValues, type NewBusinessEvent } from './event-row.ts';
import { type CountQuotas, changeWithinQuotas } from './service-counts.ts';

/** `counts`: by how much the change made each count of the service another; `quotas`: limits of counts that may grow. */
export type Change = {
  audit: AuditEvent;
  event: NewBusinessEvent;
  counts: CountDelta;
  quotas?: CountQuotas;
};

/**
 * Records who did what, says that it happened, and counts it. Call it on the transaction of the change, so that none
 * exists without the others, and as the last thing in it; subscribers hear of it after the commit. What it sends goes out
 * with the commit at the latest.
 */
export async function recordChange(
  db: Db,
  { audit, event, counts, quotas }: Change,
): Promise<void> {
  await runWithNext(db, insertBoth(db, { ...auditValues(audit), ...eventValues(event) }));
  await changeWithinQuotas(db, { serviceId: audit.serviceId, quotas }, counts);
}

const insertBoth = prepareStatement((db, value: ValueOf<AuditValues & EventValues>) =>
  db
    .with('audit', (cte) => cte.insertInto('audit_events').values(auditRow(value)))
    .insertInto('business_events')
    .values(eventRow(value))
    .compile(),
);
