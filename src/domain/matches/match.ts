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

/**
 * True when a reason can explain a verdict: `same_person` explains a true match, `other` both verdicts, and every other
 * reason a false positive.
 */
export function isReasonFor(verdict: MatchVerdict, reason: MatchReason): boolean {
  if (verdict === 'true_match') return TRUE_MATCH_REASONS.includes(reason);
  return reason !== 'same_person';
}

/** Match of a participant with an entry of a list, identified by the ids of its source. */
export type Match = {
  id: number;
  participantId: number;
  /** List, or provider that found the match. */
  sourceCode: string;
  /** Id of the match in that source. */
  externalId: string;
  state: MatchState;
  createdAt: Date;
};

/** Match sent by a provider. A match that is already stored keeps its state. */
export type SentMatch = {
  sourceCode: string;
  externalId: string;
  state?: MatchState | null | undefined;
};

export type NewMatch = Pick<Match, 'participantId' | 'sourceCode' | 'externalId' | 'state'>;

/** Returns the sent matches of a participant that are not stored yet. Matches missing from the input are kept. */
export function planMatches(
  participantId: number,
  sent: readonly SentMatch[],
  stored: readonly Pick<Match, 'sourceCode' | 'externalId'>[],
): NewMatch[] {
  return listNewMatches(sent, stored).map((match) => ({ participantId, ...match }));
}

/** Returns the sent matches that are not stored, and of duplicates the first. A match without state is pending. */
export function listNewMatches(
  sent: readonly SentMatch[],
  stored: readonly Pick<Match, 'sourceCode' | 'externalId'>[] = [],
): Omit<NewMatch, 'participantId'>[] {
  const knownKeys = new Set(stored.map(toMatchKey));
  return sent.flatMap((match) => {
    const key = toMatchKey(match);
    if (knownKeys.has(key)) return [];
    knownKeys.add(key);
    const { sourceCode, externalId } = match;
    return [{ sourceCode, externalId, state: match.state ?? 'pending' }];
  });
}

function toMatchKey({ sourceCode, externalId }: Pick<Match, 'sourceCode' | 'externalId'>): string {
  return JSON.stringify([sourceCode, externalId]);
}
