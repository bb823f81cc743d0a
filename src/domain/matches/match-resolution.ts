import type { Match, MatchDecision, MatchReason, MatchVerdict } from './match.ts';

/** Verdict of a reviewer, with its reason. */
export type Verdict = { verdict: MatchVerdict; reason: MatchReason; note: string | null };

/** Verdict on the matches with this external id, in the named list or in any list. */
export type NamedVerdict = Verdict & { externalId: string; sourceCode: string | null };

export type ResolutionRequest = {
  verdict: Verdict;
  /** Verdicts by match; null to decide all pending matches. */
  named: readonly NamedVerdict[] | null;
  /** True to replace earlier decisions with a different verdict. */
  reopens: boolean;
};

export type NewResolution = {
  matchId: number;
  participantId: number;
  decision: MatchDecision;
  reason: MatchReason;
  note: string | null;
};

/** Recorded decision. A later decision on the same match supersedes it. */
export type MatchResolution = {
  id: number;
  matchId: number;
  decision: MatchDecision;
  reason: MatchReason;
  createdAt: Date;
  /** Time of a decision made elsewhere; null where the request did not state it. */
  resolvedAt: Date | null;
  /** True when it takes effect only once a second user decides the same. */
  awaitsSecond: boolean;
  /**
   * True when the decision, if it is the last of its match, still awaits the second user: the match was not raised
   * again since.
   */
  isOpen: boolean;
  userId: number;
  apiKeyId: number;
  /** True when it has a note or names a reviewer. */
  hasTexts: boolean;
};

/** Texts of a decision, which are personal data. */
export type DecisionTexts = {
  id: number;
  note: string | null;
  reviewerName: string | null;
  reviewerEmail: string | null;
};

/** First decision of two, with the user who made it; `userEmail` is null for a user who no longer exists. */
export type OpenDecision = Pick<MatchResolution, 'matchId' | 'decision' | 'userId'> & {
  userEmail: string | null;
  reviewerEmail: string | null;
};

/** Returns the decision that awaits a second user; null when none does. `resolutions` of one match, oldest first. */
export function selectOpenDecision(
  resolutions: readonly MatchResolution[],
): MatchResolution | null {
  const lastResolution = resolutions.at(-1);
  return lastResolution?.isOpen ? lastResolution : null;
}

/** A person who decides: a user, or the reviewer whose decision the user records. */
export type Decider = Pick<OpenDecision, 'userId' | 'userEmail' | 'reviewerEmail'>;

/** True for the same user, and for users and reviewers with a mailbox in common. */
export function isSamePerson(first: Decider, second: Decider): boolean {
  if (first.userId === second.userId) return true;
  const mailboxes = listMailboxes(first);
  return listMailboxes(second).some((mailbox) => mailboxes.includes(mailbox));
}

/**
 * Returns the addresses without case and without the tag of a subaddress: `ana+kyc@example.com` is `ana@example.com`.
 */
function listMailboxes({ userEmail, reviewerEmail }: Decider): string[] {
  return [userEmail, reviewerEmail].flatMap((email) => {
    const folded = email?.trim().toLowerCase().replace(SUBADDRESS, '');
    return folded ? [folded] : [];
  });
}

/** Tag of an address: `+kyc` in `ana+kyc@example.com`. */
const SUBADDRESS = /(?<=^[^@+]+)\+[^@]*(?=@)/;

export type ResolutionPlan =
  | { kind: 'resolve'; resolutions: NewResolution[] }
  /** Indexes in `named` of verdicts whose external id has no match. */
  | { kind: 'unknown'; positions: number[] }
  /** At least one match already has a different decision. */
  | { kind: 'conflict' };

/** Plans the decisions to record for a request; none for a match that already has the same decision. */
export function planResolution(
  matches: readonly Match[],
  { verdict, named, reopens }: ResolutionRequest,
): ResolutionPlan {
  const unknownVerdicts = [...(named ?? []).entries()].filter(
    ([, namedVerdict]) => !matches.some((match) => isNamedBy(match, namedVerdict)),
  );
  if (unknownVerdicts.length > 0)
    return { kind: 'unknown', positions: unknownVerdicts.map(([position]) => position) };
  const verdicts =
    named === null
      ? new Map(selectMatches(matches, { verdict, reopens }).map((match) => [match, verdict]))
      : mapNamedVerdicts(matches, named);
  const changedVerdicts = [...verdicts].filter(
    ([match, namedVerdict]) => match.state !== namedVerdict.verdict,
  );
  const hasEarlierDecision = changedVerdicts.some(([match]) => match.state !== 'pending');
  if (hasEarlierDecision && !reopens) return { kind: 'conflict' };
  const resolutions = changedVerdicts.map(([match, namedVerdict]) =>
    toResolution(match, namedVerdict, namedVerdict.verdict),
  );
  const skipped = listSkipped(matches, verdicts, new Map(changedVerdicts));
  return { kind: 'resolve', resolutions: [...resolutions, ...skipped] };
}

/**
 * Returns the matches to which a verdict without a named match applies: the pending ones. When none is pending and the
 * request does not reopen decisions, those that already have this verdict, so that a repeated request never conflicts
 * with matches it left unchanged. Otherwise all matches.
 */
function selectMatches(
  matches: readonly Match[],
  { verdict: { verdict }, reopens }: Pick<ResolutionRequest, 'verdict' | 'reopens'>,
): readonly Match[] {
  const pendingMatches = matches.filter((match) => match.state === 'pending');
  if (pendingMatches.length > 0) return pendingMatches;
  const equalMatches = matches.filter((match) => match.state === verdict);
  return equalMatches.length > 0 && !reopens ? equalMatches : matches;
}

/** Maps matches to verdicts; the last of several verdicts on one match applies. */
function mapNamedVerdicts(
  matches: readonly Match[],
  named: readonly NamedVerdict[],
): Map<Match, Verdict> {
  return new Map(
    named.flatMap((namedVerdict) =>
      matches
        .filter((match) => isNamedBy(match, namedVerdict))
        .map((match) => [match, namedVerdict] as const),
    ),
  );
}

/** True when a match has the external id, in the named list or in any list. */
export function isNamedBy(
  match: Match,
  { externalId, sourceCode }: Pick<NamedVerdict, 'externalId' | 'sourceCode'>,
): boolean {
  return (
    match.externalId === externalId && (sourceCode === null || match.sourceCode === sourceCode)
  );
}

/**
 * Skips the other pending matches of a list in which the true match was found: a person is at most one entry of a
 * list.
 */
function listSkipped(
  matches: readonly Match[],
  verdicts: ReadonlyMap<Match, Verdict>,
  decidedVerdicts: ReadonlyMap<Match, Verdict>,
): NewResolution[] {
  const trueMatches = new Map(
    [...decidedVerdicts]
      .filter(([, verdict]) => verdict.verdict === 'true_match')
      .map(([match, verdict]) => [toListKey(match), verdict]),
  );
  return matches.flatMap((match) => {
    const verdict = trueMatches.get(toListKey(match));
    const isUndecided = match.state === 'pending' && !verdicts.has(match);
    return verdict === undefined || !isUndecided ? [] : [toResolution(match, verdict, 'skipped')];
  });
}

function toListKey({ participantId, sourceCode }: Match): string {
  return JSON.stringify([participantId, sourceCode]);
}

function toResolution(
  { id: matchId, participantId }: Match,
  { reason, note }: Verdict,
  decision: MatchDecision,
): NewResolution {
  return { matchId, participantId, decision, reason, note };
}
