import { DEFAULT_SCOPES } from '../../auth/scopes.ts';
import type { Db } from '../../db/client.ts';
import { insertService } from '../../db/queries/access/services.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { OperatorError } from '../../errors.ts';
import { parseScopes } from './parse-scopes.ts';
import { type NewServiceKey, storeServiceKey } from './store-service-key.ts';

const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Creates a service with its first API key, which has the default scopes when none is given. Throws OperatorError for
 * an unknown scope, and for a name that is in use or invalid.
 */
export async function addService(
  db: Db,
  name: string,
  scopes: readonly string[] = [],
): Promise<NewServiceKey> {
  const allowed = parseScopes(scopes, { defaults: DEFAULT_SCOPES });
  if (!NAME_PATTERN.test(name)) {
    throw new OperatorError(
      'The name of a service must have 1 to 64 letters, digits, dots, hyphens or underscores, and start with a letter or digit.',
    );
  }
  return await runInTransaction(db, async (tx) => {
    const serviceId = await insertService(tx, name);
    if (serviceId === undefined) throw new OperatorError(`The service "${name}" already exists.`);
    const apiKey = await storeServiceKey(tx, { serviceId, scopes: allowed });
    return { service: name, apiKey };
  });
}
