import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runLater } from '../../statements/together.ts';
import { type AuditEvent, type AuditValues, auditRow, auditValues } from './audit-events.ts';
import { type EventValues, eventRow, eventValues, type NewBusinessEvent } from './event-row.ts';

export type Change = { audit: AuditEvent; event: NewBusinessEvent };

/**
 * Records who did what, and says that it happened. Call it on the transaction of the change, so that none exists
 * without the others; subscribers hear of it after the commit. One statement, sent with it at the latest, which waits
 * for nobody.
 */
export async function recordChange(db: Db, { audit, event }: Change): Promise<void> {
  await runLater(db, insertBoth(db, { ...auditValues(audit), ...eventValues(event) }));
}

const insertBoth = prepareStatement((db, value: ValueOf<AuditValues & EventValues>) =>
  db
    .with('audit', (cte) => cte.insertInto('audit_events').values(auditRow(value)))
    .insertInto('business_events')
    .values(eventRow(value))
    .compile(),
);
