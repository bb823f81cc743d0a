import { z } from 'zod';
import type { RequestContext } from '../../../context.ts';
import type { Match } from '../../../domain/matches/match.ts';
import { listDecisions } from '../../../resolvers/matches/match-decisions.ts';
import { STATUS_CODES, statusSchema } from '../../../v4-words/match-members.ts';
import { decisionSchema, encodeDecision } from './decisions.ts';

/** Match of a participant, in responses. */
export const shownMatchSchema = z
  .object({
    list: z.string(),
    match_id: z.string(),
    status: statusSchema,
    decisions: z
      .array(decisionSchema)
      .describe('Decisions, oldest first. A later decision supersedes an earlier one.'),
  })
  .meta({ id: 'Match' });

export async function encodeMatch(
  ctx: RequestContext,
  match: Match,
): Promise<z.infer<typeof shownMatchSchema>> {
  const decisions = await listDecisions(ctx, match);
  return {
    list: match.sourceCode,
    match_id: match.externalId,
    status: STATUS_CODES[match.state],
    decisions: await Promise.all(
      decisions.map(async (decision) => await encodeDecision(ctx, decision)),
    ),
  };
}
