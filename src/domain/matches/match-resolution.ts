import type { Match, MatchDecision, MatchReason, MatchVerdict } from './match.ts';

/** What somebody found out, and why. */
export type Verdict = { verdict: MatchVerdict; reason: MatchReason; note: string | null };

/** A verdict on what has this id, in whatever list unless one is named. */
export type NamedVerdict = Verdict & { externalId: string; sourceCode: string | null };

export type ResolutionRequest = {
  verdict: Verdict;
  /** What the verdicts are on; null for everything that is pending. */
  named: readonly NamedVerdict[] | null;
  /** Whether what was decided otherwise is decided anew. */
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
  /** True when it left the match pending, or as it was, until a second user decides the same. */
  awaitsSecond: boolean;
  /** True when it does so now, unless a later decision supersedes it: the match was not raised since. */
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

/** First decision of two, and who made it; `userEmail` is null for a user who no longer exists. */
export type OpenDecision = Pick<MatchResolution, 'matchId' | 'decision' | 'userId'> & {
  userEmail: string | null;
  reviewerEmail: string | null;
};

/** Returns the decision that awaits a second user, of all decisions on one match, oldest first. */
export function openDecisionOf(resolutions: readonly MatchResolution[]): MatchResolution | null {
  const last = resolutions.at(-1);
  return last?.isOpen ? last : null;
}

/** A person who decides: a user, or the reviewer whose decision the user records. */
export type Decider = Pick<OpenDecision, 'userId' | 'userEmail' | 'reviewerEmail'>;

/** True for the same user, and for users and reviewers with an e-mail address in common. */
export function isSamePerson(one: Decider, other: Decider): boolean {
  if (one.userId === other.userId) return true;
  const emails = emailsOf(one);
  return emailsOf(other).some((email) => emails.includes(email));
}

function emailsOf({ userEmail, reviewerEmail }: Decider): string[] {
  return [userEmail, reviewerEmail].flatMap((email) => {
    const folded = email?.trim().toLowerCase();
    return folded ? [folded] : [];
  });
}

export type ResolutionPlan =
  | { kind: 'resolve'; resolutions: NewResolution[] }
  /** Places in `named` that name no match. */
  | { kind: 'unknown'; positions: number[] }
  /** At least one was decided otherwise. */
  | { kind: 'conflict' };

/** What is to be recorded of a request; nothing of a match that is decided so already. */
export function planResolution(
  known: readonly Match[],
  { verdict, named, reopens }: ResolutionRequest,
): ResolutionPlan {
  const unknown = [...(named ?? []).entries()].filter(
    ([, one]) => !known.some((match) => isNamed(match, one)),
  );
  if (unknown.length > 0)
    return { kind: 'unknown', positions: unknown.map(([position]) => position) };
  const verdicts =
    named === null
      ? new Map(listMeant(known, { verdict, reopens }).map((match) => [match, verdict]))
      : verdictsOnNamed(known, named);
  const undecided = [...verdicts].filter(([match, one]) => match.state !== one.verdict);
  const isDecided = undecided.some(([match]) => match.state !== 'pending');
  if (isDecided && !reopens) return { kind: 'conflict' };
  const decided = undecided.map(([match, one]) => toResolution(match, one, one.verdict));
  const skipped = listSkipped(known, verdicts, new Map(undecided));
  return { kind: 'resolve', resolutions: [...decided, ...skipped] };
}

/**
 * What a verdict that names no match is on. Where nothing is pending it is what was decided so before, so that a request
 * that is sent again never conflicts with what it left alone; or else everything, which then was decided otherwise.
 */
function listMeant(
  known: readonly Match[],
  { verdict: { verdict }, reopens }: Pick<ResolutionRequest, 'verdict' | 'reopens'>,
): readonly Match[] {
  const pending = known.filter((match) => match.state === 'pending');
  if (pending.length > 0) return pending;
  const standing = known.filter((match) => match.state === verdict);
  return standing.length > 0 && !reopens ? standing : known;
}

/** The last of several verdicts on one match counts. */
function verdictsOnNamed(
  known: readonly Match[],
  named: readonly NamedVerdict[],
): Map<Match, Verdict> {
  return new Map(
    named.flatMap((one) =>
      known.filter((match) => isNamed(match, one)).map((match) => [match, one] as const),
    ),
  );
}

/** Whether a match is the one that is meant by the id, in whatever list unless one is named. */
export function isNamed(
  match: Match,
  { externalId, sourceCode }: Pick<NamedVerdict, 'externalId' | 'sourceCode'>,
): boolean {
  return (
    match.externalId === externalId && (sourceCode === null || match.sourceCode === sourceCode)
  );
}

/** A person is at most one entry of a list: with the true one found, what else is pending there is passed over. */
function listSkipped(
  known: readonly Match[],
  verdicts: ReadonlyMap<Match, Verdict>,
  decided: ReadonlyMap<Match, Verdict>,
): NewResolution[] {
  const found = new Map(
    [...decided]
      .filter(([, one]) => one.verdict === 'true_match')
      .map(([match, one]) => [searchOf(match), one]),
  );
  return known.flatMap((match) => {
    const one = found.get(searchOf(match));
    const isLeft = match.state === 'pending' && !verdicts.has(match);
    return one === undefined || !isLeft ? [] : [toResolution(match, one, 'skipped')];
  });
}

function searchOf({ participantId, sourceCode }: Match): string {
  return JSON.stringify([participantId, sourceCode]);
}

function toResolution(
  { id: matchId, participantId }: Match,
  { reason, note }: Verdict,
  decision: MatchDecision,
): NewResolution {
  return { matchId, participantId, decision, reason, note };
}
