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
  /** All scopes of a token when none is named; a request still has those of its API key at most. */
  scopes: readonly string[];
  /** The configured lifetime when undefined. */
  ttlSeconds: number | undefined;
};

/**
 * A bearer token for a user, for operators: no API key is needed to make it, but one is to use it.
 * Throws OperatorError for a service, e-mail, scope or lifetime that there is not.
 */
export async function issueOperatorToken(
  parts: TokenIssuerParts,
  input: IssueOperatorTokenInput,
): Promise<IssuedToken> {
  const { service, ttlSeconds = parts.options.ttlSeconds } = input;
  const scopes = new Set(
    parseScopes(input.scopes, { whenNone: TOKEN_SCOPES, among: TOKEN_SCOPES }),
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
