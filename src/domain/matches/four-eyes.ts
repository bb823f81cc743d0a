import { isContradicted, type MatchEvidence } from './evidence.ts';
import type { FourEyesRule } from './four-eyes-rule.ts';
import type { Match, MatchDecision } from './match.ts';
import type { NewResolution } from './match-resolution.ts';

/** Decision on a match; `awaitsSecond` is true for the first of two that the match needs. */
export type ReviewedResolution = NewResolution & { awaitsSecond: boolean };

/** First of two decisions on a match; `isSamePerson` is true when the same person is about to decide again. */
export type FirstDecision = { matchId: number; decision: MatchDecision; isSamePerson: boolean };

/** Returns the decisions where one user is enough. */
export function acceptAll(resolutions: readonly NewResolution[]): ReviewedResolution[] {
  return resolutions.map((resolution) => ({ ...resolution, awaitsSecond: false }));
}

/** Match with the rule by which its service decides; `evidence` is undefined for a match that a provider sent. */
type DecisionContext = {
  match: Pick<Match, 'state'> | undefined;
  evidence: MatchEvidence | undefined;
  rule: FourEyesRule;
};

/**
 * True for a decision that needs two users. By every rule but `none`: a true match, taking one back, and a reason that the
 * evidence contradicts. By `identifier` dismissals of matches with an equal identifier in addition, by `all` every dismissal.
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
  firsts: readonly FirstDecision[];
};

/**
 * Marks the first decisions of two, which leave the match as it was, or pending; matches of the same list that a true match
 * would skip stay pending with it. Undefined when the second decision would come from the person who made the first.
 */
export function markFirstDecisions(
  resolutions: readonly NewResolution[],
  { matches: storedMatches, needingSecond, firsts }: ReviewInput,
): ReviewedResolution[] | undefined {
  const matches = new Map(storedMatches.map((match) => [match.id, match]));
  const firstByMatch = new Map(firsts.map((first) => [first.matchId, first]));
  const findFirstDecision = ({ matchId, decision }: NewResolution): FirstDecision | undefined => {
    const first = firstByMatch.get(matchId);
    return first?.decision === decision ? first : undefined;
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
