import { z } from 'zod';
import type { RequestContext } from '../../../context.ts';
import { MATCH_REASONS } from '../../../domain/matches/match.ts';
import {
  getDecisionActor,
  getVisibleTexts,
  type ParticipantDecision,
} from '../../../resolvers/matches/match-decisions.ts';
import { STATUS_CODES } from '../../../v4-words/match-members.ts';
import { idSchema } from './wire.ts';

export const reasonSchema = z.enum(MATCH_REASONS).meta({
  id: 'MatchReason',
  description:
    'Reason for the decision. `other` requires a note, and so does a reason that the compared data of the match contradicts.',
});

const actorSchema = z
  .object({ id: idSchema, name: z.string().nullable().describe('Null after the user is deleted.') })
  .meta({ id: 'DecisionActor', description: 'User who decided on a match.' });
const reviewerSchema = z
  .object({ name: z.string().nullable(), email: z.string().nullable() })
  .meta({
    id: 'ShownReviewer',
    description: 'Reviewer who made the decision outside the gateway.',
  });

/** Decision on a match, in responses. */
export const decisionSchema = z
  .object({
    resolution: z
      .enum(['FALSE_POSITIVE', 'TRUE_MATCH', 'SKIPPED'])
      .meta({ id: 'MatchResolution', description: 'Decision on a match.' }),
    reason: reasonSchema,
    created_at: z.iso.datetime(),
    resolved_at: z.iso.datetime().nullable(),
    awaits_second: z
      .boolean()
      .describe(
        'True for the first of two decisions that the match requires: it takes effect when a second user makes the same decision.',
      ),
    user: actorSchema,
    note: z.string().nullable().describe('Null without the scope `personal:read`.'),
    reviewer: reviewerSchema.nullable().describe('Null without the scope `personal:read`.'),
    is_masked: z
      .boolean()
      .describe('True when values are masked because the caller lacks the scope `personal:read`.'),
  })
  .meta({
    id: 'MatchDecision',
    description: 'Decision on a match with its user, time and reason.',
  });

export async function encodeDecision(
  ctx: RequestContext,
  decision: ParticipantDecision,
): Promise<z.infer<typeof decisionSchema>> {
  const [actor, texts] = await Promise.all([
    getDecisionActor(ctx, decision),
    getVisibleTexts(ctx, decision),
  ]);
  return {
    resolution: STATUS_CODES[decision.decision],
    reason: decision.reason,
    created_at: decision.createdAt.toISOString(),
    resolved_at: decision.resolvedAt?.toISOString() ?? null,
    awaits_second: decision.awaitsSecond,
    user: { id: actor.userId, name: actor.name },
    note: texts.note,
    reviewer: texts.reviewer,
    is_masked: texts.isMasked,
  };
}
