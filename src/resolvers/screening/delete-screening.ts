import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { deleteTypedScreening, findScreening } from '../../db/queries/screening/screenings.ts';
import { AppError } from '../../errors.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { throwScreeningNotFound } from './screen.ts';
import type { DeleteScreeningInput } from './screen-inputs.ts';

export type DeletedScreening = { screeningId: number };

/**
 * Deletes a screening of a person who is not a participant, with its matches. Throws AppError `screening_not_found`,
 * and `conflict` for a screening of a participant, which is deleted only with the participant.
 */
export async function deleteScreening(
  ctx: RequestContext,
  input: DeleteScreeningInput,
): Promise<IdempotentResult<DeletedScreening>> {
  requireScope(ctx.caller, 'screening:write');
  return await runOnce<DeletedScreening>(ctx, {
    operation: 'deleteScreening',
    input,
    run: async (tx) => await deleteInTransaction(tx, input),
    remember: ({ screeningId }) => ({ screeningId }),
    replay: async (_tx, outcome) => await Promise.resolve(outcomeSchema.parse(outcome)),
  });
}

const outcomeSchema = z.object({ screeningId: z.number() });

async function deleteInTransaction(
  tx: RequestContext,
  { screeningId }: DeleteScreeningInput,
): Promise<DeletedScreening> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'screening:write');
  if (!(await deleteTypedScreening(tx.db, serviceId, screeningId))) {
    const existing = await findScreening(tx.db, serviceId, screeningId);
    if (existing === undefined) throwScreeningNotFound();
    throw new AppError(
      'conflict',
      'A screening of a participant is deleted only together with the participant.',
    );
  }
  const { requestId } = tx;
  const details = { screeningId };
  const actor = { serviceId, userId, apiKeyId, requestId };
  await insertAuditEvent(tx.db, { ...actor, action: 'screening_deleted', details });
  return { screeningId };
}
