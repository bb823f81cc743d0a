import type { RequestContext } from '../../context.ts';
import { readBusinessLater } from '../../db/queries/business/businesses.ts';
import type { Business } from '../../domain/business/business.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { deletedSince, upsertEffect } from './upsert-effect.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import type { UpsertDone } from './write-upsert.ts';

/** Effect of an upsert, and the current business. */
export type Upsert = Omit<UpsertDone, 'businessId'> & { business: Business };

/**
 * Creates or updates a business with its participants and requested documents, keyed by the provider's
 * ids, in one transaction and a constant number of statements. What the input leaves out stays as it is;
 * an upsert that changes nothing stores nothing but its idempotency key, and one that deletes
 * participants leaves a receipt. Throws AppError `invalid_input` with paths into the input, `version_conflict`, and
 * `business_not_found` for a request that is sent again when its business was deleted since.
 */
export async function upsertBusiness(
  ctx: RequestContext,
  input: UpsertBusinessInput,
): Promise<Once<Upsert>> {
  const effect = upsertEffect(ctx, input);
  const {
    businessId: _,
    read,
    ...result
  } = await runOnce(ctx, {
    ...effect,
    run: async (tx) => await withBusiness(tx, await effect.run(tx)),
    replay: async (tx, outcome) => await withBusiness(tx, await effect.replay(tx, outcome)),
  });
  if (read.business === undefined) throw deletedSince();
  return { ...result, business: read.business };
}

type Read = { business?: Business | undefined };

/** Reads the business together with the commit, which saves a round trip. */
async function withBusiness(
  tx: RequestContext,
  effect: UpsertDone,
): Promise<UpsertDone & { read: Read }> {
  const read: Read = {};
  const key = { serviceId: tx.caller.serviceId, id: effect.businessId };
  await readBusinessLater(tx.db, key, (business) => {
    read.business = business;
  });
  return { ...effect, read };
}
