import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { type BusinessDetail, findBusinessDetail } from '../business/find-business-detail.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { deletedSince, upsertEffect } from './upsert-effect.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import type { UpsertDone } from './write-upsert.ts';

export type ProcessedRequests = UpsertDone & { detail: BusinessDetail };

/**
 * upsertBusiness, answered with the whole business as the transaction leaves it (v4: Generate/update fiduciary
 * requests). The business may have other participants than those sent, so the scope to read is needed too.
 */
export async function processRequests(
  ctx: RequestContext,
  input: UpsertBusinessInput,
): Promise<Once<ProcessedRequests>> {
  const effect = upsertEffect(ctx, input);
  requireScope(ctx.caller, 'business:read');
  return await runOnce(ctx, {
    ...effect,
    run: async (tx) => await withDetail(tx, await effect.run(tx)),
    replay: async (tx, outcome) => await withDetail(tx, await effect.replay(tx, outcome)),
  });
}

async function withDetail(tx: RequestContext, effect: UpsertDone): Promise<ProcessedRequests> {
  const detail = await findBusinessDetail(tx, effect.businessId);
  if (detail === undefined) throw deletedSince();
  return { ...effect, detail };
}
