import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { type BusinessDetail, findBusinessDetail } from './find-business-detail.ts';
import { type Upsert, upsertEffect } from './upsert-business.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

export type ProcessedRequests = Upsert & { detail: BusinessDetail };

/**
 * upsertBusiness, answered with all of the business as it stands in the same transaction (v4: Generate/update
 * fiduciary requests). Its participants are more than those sent, so reading is allowed as well as writing.
 */
export async function processRequests(
  ctx: Ctx,
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

async function withDetail(tx: Ctx, done: Upsert): Promise<ProcessedRequests> {
  const detail = await findBusinessDetail(tx, done.business.id);
  if (detail !== undefined) return { ...done, detail };
  throw new AppError('business_not_found', 'The business of this request was deleted since.');
}
