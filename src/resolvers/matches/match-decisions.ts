import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { toDisplayName } from '../../domain/access/service-user.ts';
import type { Match } from '../../domain/matches/match.ts';
import { type MatchResolution, selectOpenDecision } from '../../domain/matches/match-resolution.ts';

/** Decision on a match, with the participant. */
export type ParticipantDecision = MatchResolution & Pick<Match, 'participantId'>;

/** Lists the decisions on a match, oldest first; the last one applies. */
export async function listDecisions(
  ctx: RequestContext,
  { id, participantId }: Pick<Match, 'id' | 'participantId'>,
): Promise<ParticipantDecision[]> {
  requireScope(ctx.caller, 'business:read');
  const resolutions = await ctx.loaders.resolutions.load(id);
  return resolutions.map((resolution) => ({ ...resolution, participantId }));
}

/** Returns the first decision on a match while it awaits the decision of a second user; null otherwise. */
export async function findOpenDecision(
  ctx: RequestContext,
  { id }: Pick<Match, 'id'>,
): Promise<MatchResolution | null> {
  requireScope(ctx.caller, 'business:read');
  return selectOpenDecision(await ctx.loaders.resolutions.load(id));
}

/** User who made a decision, with the API key that was used; `name` is null when the user was deleted. */
export type DecisionActor = { userId: number; apiKeyId: number; name: string | null };

/** Returns the user who made a decision. Users of several decisions are read in one statement. */
export async function getDecisionActor(
  ctx: RequestContext,
  { userId, apiKeyId }: Pick<MatchResolution, 'userId' | 'apiKeyId'>,
): Promise<DecisionActor> {
  requireScope(ctx.caller, 'business:read');
  const user = await ctx.loaders.user.load(userId);
  return { userId, apiKeyId, name: user === undefined ? null : toDisplayName(user) };
}

export type Reviewer = { name: string | null; email: string | null };
export type VisibleTexts = { note: string | null; reviewer: Reviewer | null; isMasked: boolean };

/**
 * Returns note and reviewer of a decision. With `personal:read`, the access is recorded as an audit event; without it,
 * both are null and nothing is recorded.
 */
export async function getVisibleTexts(
  ctx: RequestContext,
  { id, participantId, hasTexts }: ParticipantDecision,
): Promise<VisibleTexts> {
  const { scopes } = requireScope(ctx.caller, 'business:read');
  const isMasked = !scopes.has('personal:read');
  const texts = isMasked || !hasTexts ? undefined : await ctx.loaders.decisionTexts.load(id);
  if (texts === undefined) return { note: null, reviewer: null, isMasked };
  await ctx.personalInformation.load(participantId);
  const { note, reviewerName: name, reviewerEmail: email } = texts;
  return { note, reviewer: name === null && email === null ? null : { name, email }, isMasked };
}
