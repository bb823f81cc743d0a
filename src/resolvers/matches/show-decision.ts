import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { toDisplayName } from '../../domain/access/service-user.ts';
import type { Match } from '../../domain/matches/match.ts';
import { type MatchResolution, selectOpenDecision } from '../../domain/matches/match-resolution.ts';

/** A decision on a match of a participant. */
export type OwnedDecision = MatchResolution & Pick<Match, 'participantId'>;

/** Decisions on a match in the order they were made; the last one holds. */
export async function listDecisions(
  ctx: RequestContext,
  { id, participantId }: Pick<Match, 'id' | 'participantId'>,
): Promise<OwnedDecision[]> {
  requireScope(ctx.caller, 'business:read');
  const resolutions = await ctx.loaders.resolutions.load(id);
  return resolutions.map((resolution) => ({ ...resolution, participantId }));
}

/** The first of two decisions on a match that awaits a second user now; null where none does. */
export async function findOpenDecision(
  ctx: RequestContext,
  { id }: Pick<Match, 'id'>,
): Promise<MatchResolution | null> {
  requireScope(ctx.caller, 'business:read');
  return selectOpenDecision(await ctx.loaders.resolutions.load(id));
}

/** User who made a decision, with the key that was shown; `name` is null for a user who no longer exists. */
export type DecisionActor = { userId: number; apiKeyId: number; name: string | null };

/** Returns who made a decision; the users of several are read in one statement. */
export async function findActor(
  ctx: RequestContext,
  { userId, apiKeyId }: Pick<MatchResolution, 'userId' | 'apiKeyId'>,
): Promise<DecisionActor> {
  requireScope(ctx.caller, 'business:read');
  const user = await ctx.loaders.user.load(userId);
  return { userId, apiKeyId, name: user === undefined ? null : toDisplayName(user) };
}

export type Reviewer = { name: string | null; email: string | null };
export type ShownTexts = { note: string | null; reviewer: Reviewer | null; isMasked: boolean };

/**
 * Note and reviewer of a decision. With `personal:read` reading them is recorded as an audit event; without it they are null.
 */
export async function showDecisionTexts(
  ctx: RequestContext,
  { id, participantId, hasTexts }: OwnedDecision,
): Promise<ShownTexts> {
  const { scopes } = requireScope(ctx.caller, 'business:read');
  const isMasked = !scopes.has('personal:read');
  const texts = isMasked || !hasTexts ? undefined : await ctx.loaders.decisionTexts.load(id);
  if (texts === undefined) return { note: null, reviewer: null, isMasked };
  await ctx.personalInformation.load(participantId);
  const { note, reviewerName: name, reviewerEmail: email } = texts;
  return { note, reviewer: name === null && email === null ? null : { name, email }, isMasked };
}
