import type { Db } from '../../db/client.ts';
import { insertAuditEvent } from '../../db/queries/audit-events.ts';
import { renewDocumentsVersion } from '../../db/queries/services.ts';

export type DocumentsChange = {
  action: 'trusted_documents_added' | 'trusted_documents_removed';
  count: number;
};

/** Tells the running gateways and the audit of a change; call it within its transaction. */
export async function recordChange(
  tx: Db,
  serviceId: number,
  { action, count }: DocumentsChange,
): Promise<void> {
  await renewDocumentsVersion(tx, serviceId);
  await insertAuditEvent(tx, {
    serviceId,
    action,
    userId: null,
    apiKeyId: null,
    requestId: null,
    details: { count },
  });
}
