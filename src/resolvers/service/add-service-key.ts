import { DEFAULT_SCOPES } from '../../auth/scopes.ts';
import type { Db } from '../../db/client.ts';
import { countActiveKeys } from '../../db/queries/access/api-keys.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceIdLocked } from './get-service-id.ts';
import { parseScopes } from './parse-scopes.ts';
import { type NewServiceKey, storeServiceKey } from './store-service-key.ts';

/** Maximum number of active keys: two, so that a key can be replaced without downtime. */
const ACTIVE_KEYS_MAX = 2;

export type AddServiceKeyInput = { service: string; scopes: readonly string[] };

/**
 * Adds an API key to a service and returns it, with the default scopes when none is given. Throws OperatorError for an
 * unknown service or scope, and for a third active key.
 */
export async function addServiceKey(db: Db, input: AddServiceKeyInput): Promise<NewServiceKey> {
  const { service } = input;
  const scopes = parseScopes(input.scopes, { defaults: DEFAULT_SCOPES });
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceIdLocked(tx, service);
    if ((await countActiveKeys(tx, serviceId)) >= ACTIVE_KEYS_MAX) {
      throw new OperatorError(
        `The service "${service}" has ${ACTIVE_KEYS_MAX} active keys. Revoke one of them first.`,
      );
    }
    return { service, apiKey: await storeServiceKey(tx, { serviceId, scopes }) };
  });
}
