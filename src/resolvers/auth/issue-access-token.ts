import { refuse } from '../../auth/authenticate.ts';
import type { IssuedToken } from '../../auth/tokens.ts';
import { type Ctx, inTransaction } from '../../context.ts';
import { findEnabledUserId } from '../../db/queries/access/users.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import type { IssueAccessTokenInput } from './inputs.ts';

/**
 * A bearer token for a user of the service, by e-mail in any case (v4: Get access token by e-mail; decision
 * 25). Needs no scope and no token: the API key is enough, and the token allows what the caller may do.
 * Throws AppError `unauthenticated`, as for a wrong key, where the service has no such enabled user.
 */
export async function issueAccessToken(
  ctx: Ctx,
  input: IssueAccessTokenInput,
): Promise<IssuedToken> {
  return await inTransaction(ctx, async (tx) => {
    const { serviceId, service, scopes, apiKeyId } = tx.caller;
    const userId = await findEnabledUserId(tx.db, { serviceId, email: input.email });
    if (userId === undefined) refuse();
    const issued = await tx.tokens.issue({ serviceId, service, userId, scopes });
    await insertAuditEvent(tx.db, {
      serviceId,
      action: 'access_token_issued',
      userId: tx.caller.kind === 'user' ? tx.caller.userId : null,
      apiKeyId,
      requestId: tx.requestId,
      details: { issuedToUserId: userId },
    });
    return issued;
  });
}
