import { requireScope } from '../../auth/require-scope.ts';
import { type RequestContext, readLists } from '../../context.ts';
import { readCounts } from '../../db/queries/records/service-counts.ts';
import type { ServiceCounts } from '../../domain/business/service-counts.ts';

/** Returns the counters of the caller's service, in constant time. */
export async function countService(ctx: RequestContext): Promise<ServiceCounts> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  return await readLists(ctx, async (db) => await readCounts(db, serviceId));
}
