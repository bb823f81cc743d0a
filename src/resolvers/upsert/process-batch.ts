import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { IdempotentResult } from '../common/run-once.ts';
import {
  type BusinessReader,
  type UpsertedBusinesses,
  upsertBusinesses,
} from './upsert-businesses.ts';

/**
 * Runs upsertBusinesses for v4, where each business counts as one request of the service. The first was counted when
 * the request arrived; a request without the scope consumes nothing more. Throws AppError `too_many_requests`, without
 * any change, when the rate limit is exceeded.
 */
export async function processBatch(
  ctx: RequestContext,
  businesses: readonly unknown[],
  reader: BusinessReader,
): Promise<IdempotentResult<UpsertedBusinesses>> {
  requireScope(ctx.caller, 'business:write');
  if (businesses.length > 1) await ctx.rateLimitAccount.consume(businesses.length - 1);
  return await upsertBusinesses(ctx, { businesses }, reader);
}
