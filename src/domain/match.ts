export const MATCH_DECISIONS = ['false_positive', 'true_match', 'skipped'] as const;
export type MatchDecision = (typeof MATCH_DECISIONS)[number];

export const MATCH_STATUSES = ['pending', ...MATCH_DECISIONS] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];

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
