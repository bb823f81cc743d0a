import { requireScope } from '../../auth/require-scope.ts';
import type { Ctx } from '../../context.ts';
import type { Match } from '../../domain/matches/match.ts';
import type { MatchResolution } from '../../domain/matches/match-resolution.ts';

/** The matches of a participant, the oldest first. */
export async function listMatches(ctx: Ctx, participantId: number): Promise<Match[]> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.matches.load(participantId);
}

/** The decisions on a match in the order they were made; the last one holds. */
export async function listMatchResolutions(ctx: Ctx, matchId: number): Promise<MatchResolution[]> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.resolutions.load(matchId);
}
