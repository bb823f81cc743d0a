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

/** A decision on record; a later one on the same match supersedes it. */
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
  /** True when the match was not raised again since, so that it still awaits the second user if it is the last one. */
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

/** Returns the decision that awaits a second user, of all decisions on one match, oldest first. */
export function selectOpenDecision(
  resolutions: readonly MatchResolution[],
): MatchResolution | null {
  const last = resolutions.at(-1);
  return last?.isOpen ? last : null;
}

/** A person who decides: a user, or the reviewer whose decision the user records. */
export type Decider = Pick<OpenDecision, 'userId' | 'userEmail' | 'reviewerEmail'>;

/** True for the same user, and for users and reviewers with a mailbox in common. */
export function isSamePerson(first: Decider, second: Decider): boolean {
  if (first.userId === second.userId) return true;
  const mailboxes = listMailboxes(first);
  return listMailboxes(second).some((mailbox) => mailboxes.includes(mailbox));
}

/** Returns the addresses without case and without the tag of a subaddress: `ana+kyc@example.com` is `ana@example.com`. */
function listMailboxes({ userEmail, reviewerEmail }: Decider): string[] {
  return [userEmail, reviewerEmail].flatMap((email) => {
    const folded = email?.trim().toLowerCase().replace(SUBADDRESS, '');
    return folded ? [folded] : [];
  });
}

const SUBADDRESS = /(?<=^[^@+]+)\+[^@]*(?=@)/;

export type ResolutionPlan =
  | { kind: 'resolve'; resolutions: NewResolution[] }
  /** Indexes in `named` of verdicts whose external id has no match. */
  | { kind: 'unknown'; positions: number[] }
  /** At least one match already has a different decision. */
  | { kind: 'conflict' };

/** Plans the decisions to record for a request; matches that already have the same decision are skipped. */
export function planResolution(
  matches: readonly Match[],
  { verdict, named, reopens }: ResolutionRequest,
): ResolutionPlan {
  const unmatched = [...(named ?? []).entries()].filter(
    ([, namedVerdict]) => !matches.some((match) => isNamedBy(match, namedVerdict)),
  );
  if (unmatched.length > 0)
    return { kind: 'unknown', positions: unmatched.map(([position]) => position) };
  const verdicts =
    named === null
      ? new Map(selectMatches(matches, { verdict, reopens }).map((match) => [match, verdict]))
      : mapNamedVerdicts(matches, named);
  const changed = [...verdicts].filter(
    ([match, namedVerdict]) => match.state !== namedVerdict.verdict,
  );
  const hasEarlierDecision = changed.some(([match]) => match.state !== 'pending');
  if (hasEarlierDecision && !reopens) return { kind: 'conflict' };
  const resolutions = changed.map(([match, namedVerdict]) =>
    toResolution(match, namedVerdict, namedVerdict.verdict),
  );
  const skipped = listSkipped(matches, verdicts, new Map(changed));
  return { kind: 'resolve', resolutions: [...resolutions, ...skipped] };
}

/**
 * Returns the matches that a verdict without a named match applies to: the pending ones. When none is pending, those
 * that already have this verdict, so that a repeated request never conflicts with matches it left unchanged; otherwise
 * all matches, which then have a different decision.
 */
function selectMatches(
  matches: readonly Match[],
  { verdict: { verdict }, reopens }: Pick<ResolutionRequest, 'verdict' | 'reopens'>,
): readonly Match[] {
  const pending = matches.filter((match) => match.state === 'pending');
  if (pending.length > 0) return pending;
  const sameVerdict = matches.filter((match) => match.state === verdict);
  return sameVerdict.length > 0 && !reopens ? sameVerdict : matches;
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
  decided: ReadonlyMap<Match, Verdict>,
): NewResolution[] {
  const trueMatches = new Map(
    [...decided]
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
