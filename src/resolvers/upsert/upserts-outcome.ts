import { z } from 'zod';
import type { RequestContext } from '../../context.ts';
import type { JsonObject } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import { inputIssueSchema } from '../../validation/input-issues.ts';
import { createBusinessDeletedError } from './create-upsert-operation.ts';
import type { Upsert } from './upsert-business.ts';
import { replayUpsert, toUpsertOutcome } from './upsert-outcome.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import type { UpsertResult } from './write-upsert.ts';

type Read = UpsertBusinessInput | AppError;
type Outcome = Upsert | AppError;

/** Stored error. Its messages quote no input, and its paths have member names and indexes only. */
const failureSchema = z.object({
  message: z.string(),
  issues: z.array(inputIssueSchema),
  currentVersion: z.number().optional(),
});
const storedSchema = z.object({
  outcomes: z.array(z.object({ failure: failureSchema.optional(), done: z.unknown().optional() })),
});

/**
 * Returns the data of several upserts that is stored with their idempotency key. Businesses that could not be parsed
 * store nothing: parsing them again gives the same error.
 */
export function toUpsertsOutcome(
  businesses: readonly Read[],
  outcomes: readonly Outcome[],
): JsonObject {
  return {
    outcomes: businesses.map((parsed, index) => {
      const outcome = outcomes[index];
      if (parsed instanceof AppError || outcome === undefined) return {};
      if (!(outcome instanceof AppError))
        return { done: toUpsertOutcome(parsed.participants, toUpsertResult(outcome)) };
      const { message, issues, currentVersion } = outcome;
      const version = currentVersion === undefined ? {} : { currentVersion };
      return { failure: { message, issues, ...version } };
    }),
  };
}

/**
 * Returns the outcomes of the first request with the current businesses; `business_not_found` for a business that was
 * deleted since.
 */
export async function replayUpserts(
  tx: RequestContext,
  businesses: readonly Read[],
  outcome: unknown,
): Promise<Outcome[]> {
  const { outcomes } = storedSchema.parse(outcome);
  return await Promise.all(
    businesses.map(async (parsed, index) => {
      if (parsed instanceof AppError) return parsed;
      const { failure, done: stored } = outcomes[index] ?? {};
      if (failure === undefined) return await replayBusiness(tx, parsed, stored);
      return toError(failure);
    }),
  );
}

function toUpsertResult({ business, ...outcome }: Upsert): UpsertResult {
  return { ...outcome, businessId: business.id };
}

async function replayBusiness(
  tx: RequestContext,
  input: UpsertBusinessInput,
  result: unknown,
): Promise<Outcome> {
  const { businessId, ...upsert } = await replayUpsert(tx, input.participants, result);
  const business = await tx.loaders.business.load(businessId);
  return business === undefined ? createBusinessDeletedError() : { ...upsert, business };
}

/**
 * Creates the error of a stored failure. Only two checks depend on stored data: the version and ambiguous participants.
 */
function toError({ message, issues, currentVersion }: z.infer<typeof failureSchema>): AppError {
  return currentVersion === undefined
    ? new AppError('invalid_input', message, { issues })
    : new AppError('version_conflict', message, { currentVersion });
}
