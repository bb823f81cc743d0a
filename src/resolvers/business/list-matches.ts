import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Match } from '../../domain/matches/match.ts';

/** Lists the matches of a participant, oldest first. */
export async function listMatches(ctx: RequestContext, participantId: number): Promise<Match[]> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.matches.load(participantId);
}
