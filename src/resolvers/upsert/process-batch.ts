import { requireScope } from '../../auth/require-scope.ts';
import type { Ctx } from '../../context.ts';
import type { Once } from '../common/run-once.ts';
import {
  type BusinessReader,
  type UpsertedBusinesses,
  upsertBusinesses,
} from './upsert-businesses.ts';

/**
 * upsertBusinesses as v4 has it: each business counts as a request of the service's, the first of which was counted when
 * it came. Throws AppError `too_many_requests` where the service has not so many left, and then does nothing; whoever may
 * not write has nothing more counted than the request.
 */
export async function processBatch(
  ctx: Ctx,
  businesses: readonly unknown[],
  reader: BusinessReader,
): Promise<Once<UpsertedBusinesses>> {
  requireScope(ctx.caller, 'business:write');
  if (businesses.length > 1) await ctx.spending.charge(businesses.length - 1);
  return await upsertBusinesses(ctx, { businesses }, reader);
}
