import { builder } from '../base/builder.ts';

export const MatchState = builder.enumType('MatchState', {
  description: 'Where a match stands. v4 `status`.',
  values: {
    PENDING: { value: 'pending', description: 'Nobody has decided. v4 `PENDING`.' },
    FALSE_POSITIVE: { value: 'false_positive', description: 'Somebody else. v4 `FALSE_POSITIVE`.' },
    TRUE_MATCH: { value: 'true_match', description: 'This very person. v4 `TRUE_MATCH`.' },
    SKIPPED: {
      value: 'skipped',
      description: 'Another match with the same list was the true one. v4 `SKIPPED`.',
    },
  } as const,
});
