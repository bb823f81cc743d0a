import { throwUnauthenticated } from '../../auth/authenticate.ts';
import type { Caller } from '../../auth/caller.ts';
import { toMissingScopeError } from '../../auth/require-scope.ts';
import type { IssuedToken } from '../../auth/tokens.ts';
import { inTransaction, type RequestContext } from '../../context.ts';
import { findEnabledUserId } from '../../db/queries/access/users.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import type { JsonObject } from '../../db/tables.ts';
import type { AuditAction } from '../../domain/events/audit-event.ts';
import type { IssueAccessTokenInput } from './inputs.ts';

/**
 * Issues a bearer token for a user of the service, found by e-mail address without regard to case (v4: Get access token
 * by e-mail). Requires an API key with the scope `token:issue` and no token; the new token has the scopes of the key.
 * Throws AppError `forbidden` for any other caller, `unauthenticated` when the service has no enabled user with the
 * address, and `too_many_requests` above the rate limit of token requests, which also counts requests for unknown
 * users. Rejections except those above the rate limit are audited.
 */
export async function issueAccessToken(
  ctx: RequestContext,
  input: IssueAccessTokenInput,
): Promise<IssuedToken> {
  // Thrown after the commit, so that the audit event is stored.
  const refusal = findRefusal(ctx.caller);
  if (refusal !== undefined) {
    await inTransaction(ctx, async (tx) => await auditRefusal(tx, refusal));
    throw toMissingScopeError('token:issue');
  }
  await ctx.rateLimitAccount.consumeAccessToken();
  const issued = await inTransaction(ctx, async (tx) => {
    const { serviceId, service, scopes } = tx.caller;
    const userId = await findEnabledUserId(tx.db, { serviceId, email: input.email });
    if (userId === undefined) {
      await auditRefusal(tx, 'no_enabled_user');
      return undefined;
    }
    await auditToken(tx, 'access_token_issued', { issuedToUserId: userId });
    return await tx.tokens.issue({ serviceId, service, userId, scopes });
  });
  return issued ?? throwUnauthenticated();
}

type Refusal = 'shows_token' | 'lacks_scope' | 'no_enabled_user';

/** Returns the reason to reject the caller. Undefined for a caller that may request tokens. */
function findRefusal({ kind, scopes }: Caller): Refusal | undefined {
  if (kind === 'user') return 'shows_token';
  return scopes.has('token:issue') ? undefined : 'lacks_scope';
}

async function auditRefusal(tx: RequestContext, refusal: Refusal): Promise<void> {
  await auditToken(tx, 'access_token_refused', { refusal });
}

async function auditToken(
  tx: RequestContext,
  action: AuditAction,
  details: JsonObject,
): Promise<void> {
  const { caller, requestId } = tx;
  await insertAuditEvent(tx.db, {
    serviceId: caller.serviceId,
    action,
    userId: caller.kind === 'user' ? caller.userId : null,
    apiKeyId: caller.apiKeyId,
    requestId,
    details,
  });
}
