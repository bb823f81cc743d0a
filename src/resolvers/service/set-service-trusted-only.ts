import type { Db } from '../../db/client.ts';
import { setTrustedOnly } from '../../db/queries/access/services.ts';
import { countTrustedDocuments } from '../../db/queries/access/trusted-documents.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { getServiceIdLocked } from './get-service-id.ts';

export type SetServiceTrustedOnlyInput = { service: string; trustedOnly: boolean };

/**
 * Sets whether a service accepts ids of trusted documents only. Running gateways follow within five seconds. Returns
 * the number of its trusted documents. Throws OperatorError for an unknown service.
 */
export async function setServiceTrustedOnly(
  db: Db,
  { service, trustedOnly }: SetServiceTrustedOnlyInput,
): Promise<number> {
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceIdLocked(tx, service);
    if (await setTrustedOnly(tx, { serviceId, trustedOnly })) {
      await insertAuditEvent(tx, {
        serviceId,
        action: 'trusted_only_set',
        userId: null,
        apiKeyId: null,
        requestId: null,
        details: { trustedOnly },
      });
    }
    return await countTrustedDocuments(tx, serviceId);
  });
}
