import type { Db } from '../../db/client.ts';
import { deleteTrustedDocuments } from '../../db/queries/access/trusted-documents.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { getServiceIdLocked } from '../service/get-service-id.ts';
import { recordDocumentsChange } from './record-documents-change.ts';

export type RemoveTrustedDocumentsInput = { service: string; ids: readonly string[] };

/** Result of removing documents. `unknown` counts ids that the service did not have. */
export type RemovedDocuments = { removed: number; unknown: number };

/**
 * Removes trusted documents from a service; running gateways reject their ids within five seconds. Throws OperatorError
 * for an unknown service.
 */
export async function removeTrustedDocuments(
  db: Db,
  input: RemoveTrustedDocumentsInput,
): Promise<RemovedDocuments> {
  const ids = [...new Set(input.ids)];
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceIdLocked(tx, input.service);
    const removed = await deleteTrustedDocuments(tx, { serviceId, ids });
    if (removed > 0) {
      await recordDocumentsChange(tx, serviceId, {
        action: 'trusted_documents_removed',
        count: removed,
      });
    }
    return { removed, unknown: ids.length - removed };
  });
}
