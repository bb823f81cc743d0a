import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { type BusinessDetail, findBusinessDetail } from '../business/find-business-detail.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { createBusinessDeletedError, createUpsertOperation } from './create-upsert-operation.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import type { UpsertResult } from './write-upsert.ts';

export type ProcessedRequests = UpsertResult & { detail: BusinessDetail };

/**
 * Runs upsertBusiness and returns the whole business as the transaction leaves it (v4: Generate/update fiduciary
 * requests). Also requires the scope `business:read`, because the business may have other participants than those sent.
 * Throws the errors of upsertBusiness.
 */
export async function processRequests(
  ctx: RequestContext,
  input: UpsertBusinessInput,
): Promise<IdempotentResult<ProcessedRequests>> {
  const operation = createUpsertOperation(ctx, input);
  requireScope(ctx.caller, 'business:read');
  return await runOnce(ctx, {
    ...operation,
    run: async (tx) => await withDetail(tx, await operation.run(tx)),
    replay: async (tx, outcome) => await withDetail(tx, await operation.replay(tx, outcome)),
  });
}

async function withDetail(tx: RequestContext, result: UpsertResult): Promise<ProcessedRequests> {
  const detail = await findBusinessDetail(tx, result.businessId);
  if (detail === undefined) throw createBusinessDeletedError();
  return { ...result, detail };
}
