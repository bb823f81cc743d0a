import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { type AuditEvent, insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import type { AuditAction } from '../../domain/events/audit-event.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';

export type AuditedReport = { businessId: number; report: StoredReport };

/** Records an action on a report, without its content. */
export async function auditReport(
  tx: RequestContext,
  action: AuditAction,
  audited: AuditedReport,
): Promise<void> {
  await insertAuditEvent(tx.db, toReportAuditEvent(tx, action, audited));
}

/** Creates the audit event of an action on a report, to insert it in one statement with other rows. */
export function toReportAuditEvent(
  tx: RequestContext,
  action: AuditAction,
  { businessId, report }: AuditedReport,
): AuditEvent {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'report:write');
  const { id: reportId, participantId, version } = report;
  return {
    serviceId,
    action,
    userId,
    apiKeyId,
    requestId: tx.requestId,
    details: { businessId, participantIds: [participantId], reportId, version },
  };
}
