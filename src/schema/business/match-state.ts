import { builder } from '../base/builder.ts';

export const MatchState = builder.enumType('MatchState', {
  description: 'State of a match. v4: `status`.',
  values: {
    PENDING: { value: 'pending', description: 'No decision was made. v4: `PENDING`.' },
    FALSE_POSITIVE: {
      value: 'false_positive',
      description: 'Match concerns another person. v4: `FALSE_POSITIVE`.',
    },
    TRUE_MATCH: {
      value: 'true_match',
      description: 'Match concerns this person. v4: `TRUE_MATCH`.',
    },
    SKIPPED: {
      value: 'skipped',
      description: 'Another match with the same list was decided as the true match. v4: `SKIPPED`.',
    },
  } as const,
});
