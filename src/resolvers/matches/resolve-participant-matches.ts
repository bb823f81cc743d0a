import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { getParticipant, lockParticipantByLookup } from '../business/lock-participant.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { decideMatches } from './decide-matches.ts';
import type { ResolutionInput, ResolveParticipantMatchesInput } from './match-inputs.ts';

/** Result of the decision. `resolvedCount` is the number of matches that this request decided. */
export type Resolution = { participant: Participant; resolvedCount: number };

/**
 * Decides the matches of a participant. Repeating the same decision changes nothing. Throws AppError
 * `participant_not_found`, also when a request is repeated after the participant was deleted, and the errors
 * `invalid_input` and `conflict` of decideMatches.
 */
export async function resolveParticipantMatches(
  ctx: RequestContext,
  input: ResolveParticipantMatchesInput,
): Promise<IdempotentResult<Resolution>> {
  requireScope(ctx.caller, 'business:write');
  return await runOnce(ctx, {
    operation: 'resolveParticipantMatches',
    input,
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

// Outcomes that earlier releases stored have no count.
const outcomeSchema = z.object({ participantId: z.number(), resolvedCount: z.number().optional() });

async function resolve(
  tx: RequestContext,
  input: ResolveParticipantMatchesInput,
): Promise<Resolution> {
  const locked = await lockParticipantByLookup(tx, input.participant);
  const resolvedCount = await decideMatches(tx, [locked], toResolution(input));
  return { participant: await getParticipant(tx, locked.id), resolvedCount };
}

/**
 * Converts the input to a decision; null without a verdict. The input schema ensures that verdict and reason come
 * together.
 */
function toResolution(input: ResolveParticipantMatchesInput): ResolutionInput | null {
  const { verdict, reason } = input;
  if (!verdict || !reason) return null;
  return { ...input, verdict, reason };
}
