import { findKeyPrefix } from '../../auth/api-keys.ts';
import type { Db } from '../../db/client.ts';
import { revokeApiKey } from '../../db/queries/access/api-keys.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceIdLocked } from './get-service-id.ts';

export type RevokeServiceKeyInput = { service: string; prefixOrKey: string };

/**
 * Revokes an API key by its public prefix (or the whole key) and returns the prefix; running gateways reject it within
 * five seconds. Throws OperatorError for an unknown service, for text that is neither a key nor a prefix, and when the
 * service has no such active key.
 */
export async function revokeServiceKey(db: Db, input: RevokeServiceKeyInput): Promise<string> {
  const { service } = input;
  const prefix = findKeyPrefix(input.prefixOrKey);
  // The text is not repeated: it may be a mistyped secret.
  if (prefix === undefined)
    throw new OperatorError('The argument is neither an API key nor the prefix of one.');
  return await runInTransaction(db, async (tx) => {
    const serviceId = await getServiceIdLocked(tx, service);
    const apiKeyId = await revokeApiKey(tx, { serviceId, prefix });
    if (apiKeyId === undefined) {
      throw new OperatorError(
        `The service "${service}" has no active key with the prefix ${prefix}.`,
      );
    }
    await insertAuditEvent(tx, {
      serviceId,
      action: 'api_key_revoked',
      userId: null,
      apiKeyId,
      requestId: null,
      details: {},
    });
    return prefix;
  });
}
