import type { RequestContext } from '../../context.ts';
import { readBusinessPipelined } from '../../db/queries/business/businesses.ts';
import type { Business } from '../../domain/business/business.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { createBusinessDeletedError, createUpsertOperation } from './create-upsert-operation.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import type { UpsertResult } from './write-upsert.ts';

/** Effect of an upsert, and the current business. */
export type Upsert = Omit<UpsertResult, 'businessId'> & { business: Business };

/**
 * Creates or updates a business with its participants and requested documents, keyed by the provider's ids, in one
 * transaction and a constant number of statements. Omitted fields keep their value; participants and documents that the
 * lists omit are kept or deleted according to `missingParticipants` and `missingDocuments`. An upsert without changes
 * stores only its idempotency key; one that deletes participants writes a deletion receipt. Throws AppError
 * `invalid_input` with paths into the input, `version_conflict`, `quota_exceeded`, and `business_not_found` when a
 * request is repeated after its business was deleted.
 */
export async function upsertBusiness(
  ctx: RequestContext,
  input: UpsertBusinessInput,
): Promise<IdempotentResult<Upsert>> {
  const operation = createUpsertOperation(ctx, input);
  const {
    businessId: _,
    read,
    ...result
  } = await runOnce(ctx, {
    ...operation,
    run: async (tx) => await withBusiness(tx, await operation.run(tx)),
    replay: async (tx, outcome) => await withBusiness(tx, await operation.replay(tx, outcome)),
  });
  if (read.business === undefined) throw createBusinessDeletedError();
  return { ...result, business: read.business };
}

type BusinessRead = { business?: Business | undefined };

/**
 * Reads the business together with the commit, which saves a round trip: `read.business` is set once the transaction is
 * committed.
 */
async function withBusiness(
  tx: RequestContext,
  result: UpsertResult,
): Promise<UpsertResult & { read: BusinessRead }> {
  const read: BusinessRead = {};
  const key = { serviceId: tx.caller.serviceId, id: result.businessId };
  await readBusinessPipelined(tx.db, key, (business) => {
    read.business = business;
  });
  return { ...result, read };
}
