import { TOKEN_SCOPES } from '../../auth/scopes.ts';
import {
  createTokenIssuer,
  type IssuedToken,
  TOKEN_TTL_SECONDS_MAX,
  type TokenIssuerParts,
} from '../../auth/tokens.ts';
import { findEnabledUserId } from '../../db/queries/access/users.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { OperatorError } from '../../errors.ts';
import { getServiceId } from './get-service-id.ts';
import { parseScopes } from './parse-scopes.ts';

export type IssueOperatorTokenInput = {
  service: string;
  email: string;
  /** Scopes of the token; when absent, all. A request has at most the scopes of its API key. */
  scopes: readonly string[];
  /** Lifetime; when undefined, the configured one. */
  ttlSeconds: number | undefined;
};

/**
 * Issues a bearer token for a user on behalf of an operator, without an API key; using the token requires one. Throws
 * OperatorError for an unknown service, e-mail address or scope, and for an invalid lifetime.
 */
export async function issueOperatorToken(
  parts: TokenIssuerParts,
  input: IssueOperatorTokenInput,
): Promise<IssuedToken> {
  const { service, ttlSeconds = parts.options.ttlSeconds } = input;
  const scopes = new Set(
    parseScopes(input.scopes, { defaults: TOKEN_SCOPES, allowed: TOKEN_SCOPES }),
  );
  checkTtl(ttlSeconds);
  const tokens = await createTokenIssuer(parts);
  return await runInTransaction(parts.db, async (tx) => {
    const serviceId = await getServiceId(tx, service);
    const userId = await findEnabledUserId(tx, { serviceId, email: input.email });
    if (userId === undefined) {
      throw new OperatorError(
        `The service "${service}" has no enabled user with that e-mail address.`,
      );
    }
    await insertAuditEvent(tx, {
      serviceId,
      action: 'access_token_issued',
      userId: null,
      apiKeyId: null,
      requestId: null,
      details: { issuedToUserId: userId, ttlSeconds },
    });
    return await tokens.issue({ serviceId, service, userId, scopes }, ttlSeconds);
  });
}

function checkTtl(ttlSeconds: number): void {
  if (Number.isInteger(ttlSeconds) && ttlSeconds >= 1 && ttlSeconds <= TOKEN_TTL_SECONDS_MAX)
    return;
  throw new OperatorError(
    `The lifetime of a token must be a whole number of seconds from 1 to ${TOKEN_TTL_SECONDS_MAX}.`,
  );
}
