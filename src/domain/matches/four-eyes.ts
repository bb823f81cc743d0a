import { isContradicted, type MatchEvidence } from './evidence.ts';
import type { FourEyesRule } from './four-eyes-rule.ts';
import type { Match, MatchDecision } from './match.ts';
import type { NewResolution } from './match-resolution.ts';

/** Decision on a match; `awaitsSecond` is true for the first of two that the match needs. */
export type ReviewedResolution = NewResolution & { awaitsSecond: boolean };

/** First of two decisions on a match; `isSamePerson` is true when the same person is about to decide again. */
export type FirstDecision = { matchId: number; decision: MatchDecision; isSamePerson: boolean };

/** Returns the decisions as final, for a service where one user is enough. */
export function acceptAll(resolutions: readonly NewResolution[]): ReviewedResolution[] {
  return resolutions.map((resolution) => ({ ...resolution, awaitsSecond: false }));
}

/** Match with the four-eyes rule of its service; `evidence` is undefined for a match that a provider sent. */
type DecisionContext = {
  match: Pick<Match, 'state'> | undefined;
  evidence: MatchEvidence | undefined;
  rule: FourEyesRule;
};

/**
 * True for a decision that needs two users. Every rule except `none` requires them for a true match, for the reversal
 * of one, and for a reason that the evidence contradicts. `identifier` also requires them to dismiss a match with an
 * equal identifier, `all` for every dismissal. A `skipped` decision never requires them.
 */
export function needsSecondUser(
  { decision, reason }: Pick<NewResolution, 'decision' | 'reason'>,
  { match, evidence, rule }: DecisionContext,
): boolean {
  if (rule === 'none' || decision === 'skipped') return false;
  if (decision === 'true_match' || match?.state === 'true_match' || rule === 'all') return true;
  if (evidence === undefined) return false;
  if (isContradicted(reason, evidence)) return true;
  return rule === 'identifier' && evidence.hasEqualIdentifier;
}

type ReviewInput = {
  matches: readonly Match[];
  /** Decisions that need two users. */
  needingSecond: ReadonlySet<NewResolution>;
  firstDecisions: readonly FirstDecision[];
};

/**
 * Marks the decisions that still await a second user. Where a true match awaits one, the `skipped` decisions of its
 * list are removed, so that those matches stay pending. Undefined when the same person would make both decisions.
 */
export function markFirstDecisions(
  resolutions: readonly NewResolution[],
  { matches: storedMatches, needingSecond, firstDecisions }: ReviewInput,
): ReviewedResolution[] | undefined {
  const matches = new Map(storedMatches.map((match) => [match.id, match]));
  const firstDecisionByMatch = new Map(
    firstDecisions.map((firstDecision) => [firstDecision.matchId, firstDecision]),
  );
  const findFirstDecision = ({ matchId, decision }: NewResolution): FirstDecision | undefined => {
    const firstDecision = firstDecisionByMatch.get(matchId);
    return firstDecision?.decision === decision ? firstDecision : undefined;
  };
  if ([...needingSecond].some((resolution) => findFirstDecision(resolution)?.isSamePerson))
    return undefined;
  const awaitsSecond = (resolution: NewResolution): boolean =>
    needingSecond.has(resolution) && findFirstDecision(resolution) === undefined;
  const toListKey = ({ matchId, participantId }: NewResolution): string =>
    JSON.stringify([participantId, matches.get(matchId)?.sourceCode]);
  const settledLists = new Set(
    resolutions
      .filter((resolution) => resolution.decision === 'true_match' && !awaitsSecond(resolution))
      .map(toListKey),
  );
  return resolutions.flatMap((resolution) => {
    if (resolution.decision === 'skipped' && !settledLists.has(toListKey(resolution))) return [];
    return [{ ...resolution, awaitsSecond: awaitsSecond(resolution) }];
  });
}
