import { createApiKey } from '../../auth/api-keys.ts';
import type { Scope } from '../../auth/scopes.ts';
import type { Db } from '../../db/client.ts';
import { insertApiKey } from '../../db/queries/access/api-keys.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { allocateIds } from '../../db/queries/records/id-counters.ts';

/** A key in clear: shown to the operator once and never stored. */
export type ShownKey = { service: string; apiKey: string };

/** Makes a key and keeps its hash, with its audit row; call it within a transaction. Returns the key in clear. */
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
