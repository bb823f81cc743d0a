import type { Db } from '../../db/client.ts';
import { renewDocumentsVersion } from '../../db/queries/access/services.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';

export type DocumentsChange = {
  action: 'trusted_documents_added' | 'trusted_documents_removed';
  count: number;
};

/**
 * Notifies the running gateways of a change and records it in the audit trail. Must be called within the transaction of
 * the change.
 */
export async function recordDocumentsChange(
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
