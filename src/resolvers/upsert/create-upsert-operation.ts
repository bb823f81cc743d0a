import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { lockForUpsert } from '../../db/queries/upsert/lock-for-upsert.ts';
import { AppError } from '../../errors.ts';
import { checkVersion, NO_VERSION } from '../business/check-version.ts';
import type { IdempotentOperation } from '../common/run-once.ts';
import { checkAmbiguous } from './check-ambiguous.ts';
import { draftUpserts } from './draft-upserts.ts';
import { listEmails, planResponsibles } from './store-responsibles.ts';
import { replayUpsert, toUpsertOutcome } from './upsert-outcome.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import { createBusiness, type UpsertResult, updateExistingBusiness } from './write-upsert.ts';

/**
 * Creates the idempotent operation of an upsert, whose result has only the id of the business. Checks the scope, and
 * the scope for deletion when one is requested.
 */
export function createUpsertOperation(
  ctx: RequestContext,
  input: UpsertBusinessInput,
): IdempotentOperation<UpsertResult> {
  requireScope(ctx.caller, 'business:write');
  if (input.missingParticipants === 'delete') requireScope(ctx.caller, 'business:complete');
  // Acknowledgments are not part of the request identity, as those of completeBusiness are not.
  const { idempotencyKey, acknowledge: _, ...request } = input;
  const { participants } = input;
  return {
    operation: 'upsertBusiness',
    // The name `asked` is part of the hashes that are stored already.
    input: { idempotencyKey, asked: request },
    // Null clears a field, an omitted field keeps its value.
    nulls: 'distinct',
    run: async (tx) => await upsert(tx, input),
    remember: (result) => toUpsertOutcome(participants, result),
    replay: async (tx, outcome) => await replayUpsert(tx, participants, outcome),
  };
}

async function upsert(tx: RequestContext, input: UpsertBusinessInput): Promise<UpsertResult> {
  const { serviceId } = tx.caller;
  const { externalId, participants } = input;
  const { business, owners, ...storedRows } = await lockForUpsert(tx.db, {
    serviceId,
    externalId,
    externalPersonIds: participants.map((participant) => participant.externalPersonId),
    emails: listEmails([{ sent: input.responsibleUser }]),
  });
  checkVersion(business?.version ?? NO_VERSION, input.expectedVersion);
  checkAmbiguous(participants, storedRows.participants);
  const responsible = planResponsibles(
    [{ sent: input.responsibleUser, currentId: business?.responsibleUserId ?? null }],
    owners,
  );
  const { participants: stored, documents } = storedRows;
  const [draft] = await draftUpserts(tx, [{ input, stored, documents }]);
  if (draft === undefined) throw new Error('An upsert was not drafted.');
  const plan = { input, draft, responsible };
  return business === undefined
    ? await createBusiness(tx, plan)
    : await updateExistingBusiness(tx, business, plan);
}

/** Creates the error of a repeated request whose business was deleted. */
export function createBusinessDeletedError(): AppError {
  return new AppError(
    'business_not_found',
    'The business of this request was deleted in the meantime.',
  );
}
