import { z } from 'zod';
import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { insertAuditEvent } from '../../db/queries/audit-events.ts';
import { recordEvent } from '../../db/queries/business-events.ts';
import { touchBusiness } from '../../db/queries/business-flags.ts';
import { resolveMatches } from '../../db/queries/upsert-participants.ts';
import type { Participant } from '../../domain/participant.ts';
import { type Once, runOnce } from '../run-once.ts';
import { getParticipant, holdParticipant } from './hold-participant.ts';
import type { ResolveParticipantMatchesInput } from './write-inputs.ts';

export type Resolution = { participant: Participant };

/**
 * Marks a participant's matches as resolved; where none is pending, nothing changes. Throws AppError
 * `participant_not_found`, also where an earlier answer is asked for again and the participant is gone.
 */
export async function resolveParticipantMatches(
  ctx: Ctx,
  input: ResolveParticipantMatchesInput,
): Promise<Once<Resolution>> {
  requireScope(ctx.caller, 'business:write');
  const { idempotencyKey, ...asked } = input;
  return await runOnce(ctx, {
    operation: 'resolveParticipantMatches',
    key: idempotencyKey,
    input: asked,
    run: async (tx) => ({ participant: await resolve(tx, input) }),
    remember: ({ participant }) => ({ participantId: participant.id }),
    replay: async (tx, outcome) => {
      const { participantId } = outcomeSchema.parse(outcome);
      return { participant: await getParticipant(tx, participantId) };
    },
  });
}

const outcomeSchema = z.object({ participantId: z.number() });

async function resolve(tx: Ctx, input: ResolveParticipantMatchesInput): Promise<Participant> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:write');
  const held = await holdParticipant(tx, input.participant);
  if (!held.hasPendingMatches) return held;
  const { id: participantId, businessId } = held;
  await resolveMatches(tx.db, { serviceId, participantId });
  await touchBusiness(tx.db, serviceId, businessId);
  await insertAuditEvent(tx.db, {
    serviceId,
    action: 'matches_resolved',
    userId,
    apiKeyId,
    requestId: tx.requestId,
    details: { businessId, participantId },
  });
  await recordEvent(tx.db, { serviceId, type: 'matches_resolved', businessId, participantId });
  return await getParticipant(tx, participantId);
}
