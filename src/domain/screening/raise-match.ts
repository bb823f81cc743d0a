import type { MatchState } from '../matches/match.ts';
import { BANDS, type Band } from './parties/bands.ts';
import type { ScreeningMatch } from './screening.ts';

export const RAISE_REASONS = ['found', 'entry_changed'] as const;
/** Reason why a match waits for a decision: it is new, or its entry changed since the decision. */
export type RaiseReason = (typeof RAISE_REASONS)[number];

/** Match found by the gateway for a participant; `personId` is the person it was found for. */
export type FoundMatch = {
  participantId: number;
  businessId: number;
  personId: number;
  match: ScreeningMatch;
};

/** Data of a match when it was last raised. */
export type MatchFinding = ScreeningMatch & {
  screeningId: number | null;
  raisedBecause: RaiseReason;
};

/** Facts that a decision is based on: the relevant content of the entry, and the strength of the match. */
type DecisionBasis = { matterHash: string; band: Band };

/** State of a match before it is raised. */
export type MatchStanding = {
  /** Existing match; null when the participant has none. */
  existing: { id: number; state: MatchState; finding: StoredFinding | null } | null;
  /** Decision that cleared the person in any business: a false positive. */
  cleared: DecisionBasis | null;
  /** True when the data compared now contradict the reason of the latest dismissal, and those compared then did not. */
  isReasonRefuted: boolean;
};

/** Stored finding; `hasSameEvidence` is true when the data compared now give the same band, score and explanation. */
type StoredFinding = DecisionBasis & { hasSameEvidence: boolean };

export type MatchAction =
  | { kind: 'leave' }
  /** The match waits for a decision, and an event reports it. */
  | { kind: 'raise'; because: RaiseReason }
  /** The match already waits; its entry data are updated. */
  | { kind: 'refresh' };

const LEAVE: MatchAction = { kind: 'leave' };

/**
 * Decides what happens to a match found by screening. A decision remains valid while the facts of its basis are
 * unchanged; a newly equal identifier or birth date is additional evidence and reopens it, and so do data that
 * contradict its reason. A pending match always has the evidence of the data compared last. A decision about a match
 * sent by a provider never covers a match found here, because the data of its entry are unknown.
 */
export function decideMatchAction(
  match: ScreeningMatch,
  { existing, cleared, isReasonRefuted }: MatchStanding,
): MatchAction {
  const isCleared = cleared !== null && isCoveredBy(match, cleared) && !isReasonRefuted;
  if (existing === null) return isCleared ? LEAVE : { kind: 'raise', because: 'found' };
  const { state, finding } = existing;
  if (state !== 'pending')
    return isCleared ? LEAVE : decideAfterDecision(match, { state, finding, isReasonRefuted });
  const hasSameContent = finding?.matterHash === match.entry.matterHash && finding.hasSameEvidence;
  return hasSameContent ? LEAVE : { kind: 'refresh' };
}

type DecidedMatch = {
  state: MatchState;
  finding: DecisionBasis | null;
  isReasonRefuted: boolean;
};

function decideAfterDecision(
  match: ScreeningMatch,
  { state, finding, isReasonRefuted }: DecidedMatch,
): MatchAction {
  if (finding === null) return { kind: 'raise', because: 'found' };
  if (finding.matterHash !== match.entry.matterHash)
    return { kind: 'raise', because: 'entry_changed' };
  const isSettled = state === 'true_match' || (isCoveredBy(match, finding) && !isReasonRefuted);
  return isSettled ? LEAVE : { kind: 'raise', because: 'found' };
}

/** Bands that rest on data of the person, which may have been corrected since. */
const PERSONAL_BANDS: ReadonlySet<Band> = new Set([
  'identifier_exact',
  'rfc10_plus_name',
  'name_plus_dob',
]);

/** True when an earlier decision covers the match found now. */
function isCoveredBy(match: ScreeningMatch, { matterHash, band }: DecisionBasis): boolean {
  const isStronger = BANDS.indexOf(match.band) < BANDS.indexOf(band);
  return matterHash === match.entry.matterHash && !(isStronger && PERSONAL_BANDS.has(match.band));
}
