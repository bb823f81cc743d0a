import type { Match, MatchDecision, MatchReason, MatchState } from '../matches/match.ts';
import type { DecisionTexts, MatchResolution } from '../matches/match-resolution.ts';

/** Maximum number of decisions on one match in a report. The newest are included, newest last. */
const DECISIONS_MAX = 10;

/** Decision on a match as a report states it: who, when, why and the note. Times in ISO 8601. */
export type ReportedDecision = {
  decision: MatchDecision;
  reason: MatchReason;
  note: string | null;
  /** True when a second user had to decide the same for it to take effect. */
  awaitsSecond: boolean;
  decidedAt: string;
  /** Time of a decision made outside the gateway; null where the request did not state it. */
  resolvedAt: string | null;
  /** `name` is null for a user who no longer existed when the report was made. */
  decidedBy: { userId: number; name: string | null };
  /** Reviewer outside the gateway, as the request named them. */
  reviewer: { name: string | null; email: string | null } | null;
};

/** Review of a match of a participant when the report was made. */
export type ReportedReview = { state: MatchState; decisions: ReportedDecision[] };

export type ReviewData = {
  match: Pick<Match, 'state'>;
  resolutions: readonly MatchResolution[];
  /** Texts by id of the decision. */
  texts: ReadonlyMap<number, DecisionTexts>;
  /** Names of users, by id. */
  names: ReadonlyMap<number, string>;
};

/** Returns the review of a match. `isCut` is true when older decisions are omitted. */
export function toReportedReview({ match, resolutions, texts, names }: ReviewData): {
  review: ReportedReview;
  isCut: boolean;
} {
  const included = resolutions.slice(-DECISIONS_MAX);
  const decisions = included.map((resolution): ReportedDecision => {
    const { id, userId, decision, reason, awaitsSecond, createdAt, resolvedAt } = resolution;
    const { note = null, reviewerName = null, reviewerEmail = null } = texts.get(id) ?? {};
    const hasReviewer = reviewerName !== null || reviewerEmail !== null;
    return {
      decision,
      reason,
      note,
      awaitsSecond,
      decidedAt: createdAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
      decidedBy: { userId, name: names.get(userId) ?? null },
      reviewer: hasReviewer ? { name: reviewerName, email: reviewerEmail } : null,
    };
  });
  return { review: { state: match.state, decisions }, isCut: included.length < resolutions.length };
}
