export const MATCH_VERDICTS = ['false_positive', 'true_match'] as const;
export type MatchVerdict = (typeof MATCH_VERDICTS)[number];

/** `skipped`: another match of the participant with the same list was the true one. */
export const MATCH_DECISIONS = [...MATCH_VERDICTS, 'skipped'] as const;
export type MatchDecision = (typeof MATCH_DECISIONS)[number];

export const MATCH_STATES = ['pending', ...MATCH_DECISIONS] as const;
export type MatchState = (typeof MATCH_STATES)[number];

export const MATCH_REASONS = [
  'different_birth_date',
  'different_identifier',
  'different_name',
  'different_country',
  'homonym',
  'same_person',
  'other',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

const TRUE_MATCH_REASONS: readonly MatchReason[] = ['same_person', 'other'];

/** True when a reason can explain a verdict: `same_person` a true match, `other` both, every other reason a false positive. */
export function isReasonFor(verdict: MatchVerdict, reason: MatchReason): boolean {
  if (verdict === 'true_match') return TRUE_MATCH_REASONS.includes(reason);
  return reason !== 'same_person';
}

/** A match of a participant with an entry of a list, by the ids of whoever found it. */
export type Match = {
  id: number;
  participantId: number;
  /** The list, or the source that looked. */
  sourceCode: string;
  /** The match's id there. */
  externalId: string;
  state: MatchState;
  createdAt: Date;
};

/** What an outside provider says of a match: who has it already keeps the state that it has. */
export type SentMatch = {
  sourceCode: string;
  externalId: string;
  state?: MatchState | null | undefined;
};

export type NewMatch = Pick<Match, 'participantId' | 'sourceCode' | 'externalId' | 'state'>;

/** The matches of one participant that are not known yet. A match is never taken away by being left out. */
export function planMatches(
  participantId: number,
  sent: readonly SentMatch[],
  known: readonly Pick<Match, 'sourceCode' | 'externalId'>[],
): NewMatch[] {
  return distinctMatches(sent, known).map((one) => ({ participantId, ...one }));
}

/** Each match that is not known once: the first of equal ones. */
export function distinctMatches(
  sent: readonly SentMatch[],
  known: readonly Pick<Match, 'sourceCode' | 'externalId'>[] = [],
): Omit<NewMatch, 'participantId'>[] {
  const seen = new Set(known.map(keyOf));
  return sent.flatMap((one) => {
    const key = keyOf(one);
    if (seen.has(key)) return [];
    seen.add(key);
    const { sourceCode, externalId } = one;
    return [{ sourceCode, externalId, state: one.state ?? 'pending' }];
  });
}

function keyOf({ sourceCode, externalId }: Pick<Match, 'sourceCode' | 'externalId'>): string {
  return JSON.stringify([sourceCode, externalId]);
}
