import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { getParticipant, holdParticipant } from '../business/hold-participant.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import { decideMatches } from './decide-matches.ts';
import type { ResolutionInput, ResolveParticipantMatchesInput } from './match-inputs.ts';

/** `resolvedCount`: the matches that this request decided. */
export type Resolution = { participant: Participant; resolvedCount: number };

/**
 * Decides on a participant's matches; where all is decided so already, nothing changes. Throws AppError
 * `participant_not_found`, also where an earlier answer is asked for again and the participant is gone,
 * `invalid_input` and `conflict` as decideMatches does.
 */
export async function resolveParticipantMatches(
  ctx: RequestContext,
  input: ResolveParticipantMatchesInput,
): Promise<Once<Resolution>> {
  requireScope(ctx.caller, 'business:write');
  const { idempotencyKey, ...request } = input;
  return await runOnce(ctx, {
    operation: 'resolveParticipantMatches',
    key: idempotencyKey,
    input: request,
    run: async (tx) => await resolve(tx, input),
    remember: ({ participant, resolvedCount }) => ({
      participantId: participant.id,
      resolvedCount,
    }),
    replay: async (tx, outcome) => {
      const { participantId, resolvedCount } = outcomeSchema.parse(outcome);
      const participant = await getParticipant(tx, participantId);
      return { participant, resolvedCount: resolvedCount ?? 0 };
    },
  });
}

// The count is absent from what was remembered before there was one.
const outcomeSchema = z.object({ participantId: z.number(), resolvedCount: z.number().optional() });

async function resolve(
  tx: RequestContext,
  input: ResolveParticipantMatchesInput,
): Promise<Resolution> {
  const held = await holdParticipant(tx, input.participant);
  const resolvedCount = await decideMatches(tx, [held], toResolution(input));
  return { participant: await getParticipant(tx, held.id), resolvedCount };
}

/** Its checks have it that a verdict comes with its reason, and nothing else without it. */
function toResolution(input: ResolveParticipantMatchesInput): ResolutionInput | null {
  const { verdict, reason } = input;
  if (!verdict || !reason) return null;
  return { ...input, verdict, reason };
}
