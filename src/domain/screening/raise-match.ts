import type { MatchState } from '../matches/match.ts';
import { BANDS, type Band } from './parties/bands.ts';
import type { ScreeningMatch } from './screening.ts';

export const RAISE_REASONS = ['found', 'entry_changed'] as const;
/** Why a match waits for a decision: it was not known, or its entry is not what was decided about. */
export type RaiseReason = (typeof RAISE_REASONS)[number];

/** A match that the gateway found of a participant; `personId` is the person whom it was found of. */
export type FoundMatch = {
  participantId: number;
  businessId: number;
  personId: number;
  match: ScreeningMatch;
};

/** What the gateway found of a match, the last time that it was raised. */
export type MatchFinding = Omit<ScreeningMatch, 'items'> & {
  items: ScreeningMatch['items'];
  screeningId: number | null;
  raisedBecause: RaiseReason;
};

type Said = { matterHash: string; band: Band };

/** What is known of a match before it is raised. */
export type Standing = {
  /** Null where the participant has no such match. */
  known: { id: number; state: MatchState; finding: Said | null } | null;
  /** What was decided about the person in whatever business: somebody else. */
  cleared: Said | null;
};

export type Raising =
  | { kind: 'leave' }
  /** It waits for a decision, and is told. */
  | { kind: 'raise'; because: RaiseReason }
  /** It waits already, and shows what the entry says now. */
  | { kind: 'refresh' };

const LEAVE: Raising = { kind: 'leave' };

/**
 * What becomes of a match that was found. What was decided stays decided as long as all that the decision rests on is as it
 * was; an identifier or a birth that was not the same then is more than it rested on. Of a match that a provider sent nobody knows what the
 * entry said, so that what was decided about it holds for nothing that is found: it shows the entry from then on.
 */
export function judgeFound(match: ScreeningMatch, { known, cleared }: Standing): Raising {
  const isCleared = cleared !== null && isCovered(match, cleared);
  if (known === null) return isCleared ? LEAVE : { kind: 'raise', because: 'found' };
  const { state, finding } = known;
  if (state !== 'pending') return isCleared ? LEAVE : judgeDecided(match, { state, finding });
  const isSameMatter = finding?.matterHash === match.entry.matterHash;
  return isSameMatter ? LEAVE : { kind: 'refresh' };
}

function judgeDecided(
  match: ScreeningMatch,
  { state, finding }: { state: MatchState; finding: Said | null },
): Raising {
  if (finding === null) return { kind: 'raise', because: 'found' };
  if (finding.matterHash !== match.entry.matterHash)
    return { kind: 'raise', because: 'entry_changed' };
  const isKnown = state === 'true_match' || isCovered(match, finding);
  return isKnown ? LEAVE : { kind: 'raise', because: 'found' };
}

/** What more than names says: it comes of what is known of the person, who may have been corrected since. */
const BEYOND_NAMES: ReadonlySet<Band> = new Set([
  'identifier_exact',
  'rfc10_plus_name',
  'name_plus_dob',
]);

/** Whether a decision about what was said then holds for what is found now. */
function isCovered(match: ScreeningMatch, { matterHash, band }: Said): boolean {
  const isStronger = BANDS.indexOf(match.band) < BANDS.indexOf(band);
  return matterHash === match.entry.matterHash && !(isStronger && BEYOND_NAMES.has(match.band));
}
