import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listOpenDecisions } from '../../db/queries/screening/resolutions.ts';
import { findScreeningSettings } from '../../db/queries/screening/settings.ts';
import type { MatchEvidence } from '../../domain/matches/evidence.ts';
import {
  acceptAll,
  markFirstDecisions,
  needsSecondUser,
  type ReviewedResolution,
} from '../../domain/matches/four-eyes.ts';
import type { Match } from '../../domain/matches/match.ts';
import { isSamePerson, type NewResolution } from '../../domain/matches/match-resolution.ts';
import { AppError } from '../../errors.ts';
import type { ResolutionInput } from './match-inputs.ts';

type PlannedDecisions = {
  matches: readonly Match[];
  planned: readonly NewResolution[];
  evidence: ReadonlyMap<number, MatchEvidence>;
  input: ResolutionInput | null;
};

/**
 * Marks decisions that await a second user, according to the rule of the service. Throws AppError `conflict` when the
 * person who made the first decision would also make the second, regardless of the API key or token.
 */
export async function applyFourEyesRule(
  tx: RequestContext,
  { matches, planned, evidence, input }: PlannedDecisions,
): Promise<ReviewedResolution[]> {
  if (planned.length === 0) return [];
  const { serviceId, userId } = requireScope(tx.caller, 'business:write');
  const { fourEyesRule: rule } = await findScreeningSettings(tx.db, serviceId);
  const byId = new Map(matches.map((match) => [match.id, match]));
  const needingSecond = planned.filter((resolution) => {
    const { matchId } = resolution;
    const match = byId.get(matchId);
    return needsSecondUser(resolution, { match, evidence: evidence.get(matchId), rule });
  });
  if (needingSecond.length === 0) return acceptAll(planned);
  const ids = needingSecond.map(({ matchId }) => matchId);
  const openDecisions = await listOpenDecisions(tx.db, serviceId, ids);
  const user = await tx.loaders.user.load(userId);
  const decider = {
    userId,
    userEmail: user?.email ?? null,
    reviewerEmail: input?.reviewer?.email ?? null,
  };
  const firstDecisions = openDecisions.map((first) => ({
    ...first,
    isSamePerson: isSamePerson(first, decider),
  }));
  const reviewed = markFirstDecisions(planned, {
    matches,
    needingSecond: new Set(needingSecond),
    firstDecisions,
  });
  if (reviewed !== undefined) return reviewed;
  throw new AppError('conflict', `A second user must ${describeDecision(needingSecond, byId)}.`);
}

function describeDecision(
  resolutions: readonly NewResolution[],
  matches: ReadonlyMap<number, Pick<Match, 'state'>>,
): string {
  if (resolutions.some(({ decision }) => decision === 'true_match'))
    return 'decide that the match is a true match';
  const takesBack = resolutions.some(({ matchId }) => matches.get(matchId)?.state === 'true_match');
  return takesBack ? 'take the true match back' : 'dismiss the match';
}
