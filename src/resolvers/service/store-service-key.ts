import { createApiKey } from '../../auth/api-keys.ts';
import type { Scope } from '../../auth/scopes.ts';
import type { Db } from '../../db/client.ts';
import { insertApiKey } from '../../db/queries/access/api-keys.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';

/** API key in clear text. It is returned to the operator once and never stored. */
export type NewServiceKey = { service: string; apiKey: string };

/**
 * Creates an API key, stores its hash with an audit event, and returns the key in clear text. Must be called within a
 * transaction.
 */
export async function storeServiceKey(
  db: Db,
  { serviceId, scopes }: { serviceId: number; scopes: Scope[] },
): Promise<string> {
  const id = await allocateIds(db, { serviceId, kind: 'api_key', count: 1 });
  const { apiKey, prefix, secretHash } = createApiKey();
  await insertApiKey(db, { serviceId, id, prefix, secretHash, scopes });
  await insertAuditEvent(db, {
    serviceId,
    action: 'api_key_added',
    userId: null,
    apiKeyId: id,
    requestId: null,
    details: { scopes },
  });
  return apiKey;
}
