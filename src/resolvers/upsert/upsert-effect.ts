import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { lockForUpsert } from '../../db/queries/upsert/lock-for-upsert.ts';
import { AppError } from '../../errors.ts';
import { checkVersion, NO_VERSION } from '../business/check-version.ts';
import type { Effect } from '../common/run-once.ts';
import { checkAmbiguous } from './check-ambiguous.ts';
import { draftUpserts } from './draft-upserts.ts';
import { recallUpsert, rememberUpsert } from './remember-upsert.ts';
import { emailsOf, planResponsibles } from './store-responsibles.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';
import { createBusiness, type UpsertDone, updateHeld } from './write-upsert.ts';

/**
 * Builds the effect of an upsert for runOnce, whose result has only the id of the business. Checks the scope, and the
 * scope for deletion when one is requested.
 */
export function upsertEffect(ctx: RequestContext, input: UpsertBusinessInput): Effect<UpsertDone> {
  requireScope(ctx.caller, 'business:write');
  if (input.missingParticipants === 'delete') requireScope(ctx.caller, 'business:complete');
  const { idempotencyKey, ...request } = input;
  const { participants } = input;
  return {
    operation: 'upsertBusiness',
    key: idempotencyKey,
    // The name `asked` is part of the hashes that are stored already.
    input: { asked: request },
    // Null clears a field, and a field that is left out keeps its value.
    nulls: 'kept',
    run: async (tx) => await upsert(tx, input),
    remember: (done) => rememberUpsert(participants, done),
    replay: async (tx, outcome) => await recallUpsert(tx, participants, outcome),
  };
}

async function upsert(tx: RequestContext, input: UpsertBusinessInput): Promise<UpsertDone> {
  const { serviceId } = tx.caller;
  const { externalId, participants } = input;
  const { business, owners, ...known } = await lockForUpsert(tx.db, {
    serviceId,
    externalId,
    externalPersonIds: participants.map((one) => one.externalPersonId),
    emails: emailsOf([{ sent: input.responsibleUser }]),
  });
  checkVersion(business?.version ?? NO_VERSION, input.expectedVersion);
  checkAmbiguous(participants, known.participants);
  const responsible = planResponsibles(
    [{ sent: input.responsibleUser, currentId: business?.responsibleUserId ?? null }],
    owners,
  );
  const { participants: stored, documents } = known;
  const [draft] = await draftUpserts(tx, [{ input, stored, documents }]);
  if (draft === undefined) throw new Error('An upsert was not drafted.');
  const plan = { input, draft, responsible };
  return business === undefined
    ? await createBusiness(tx, plan)
    : await updateHeld(tx, business, plan);
}

/** Error of a repeated request whose business was deleted. */
export function deletedSince(): AppError {
  return new AppError(
    'business_not_found',
    'The business of this request was deleted in the meantime.',
  );
}
