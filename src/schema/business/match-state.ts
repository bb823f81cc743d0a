import { builder } from '../base/builder.ts';

export const MatchState = builder.enumType('MatchState', {
  description: 'State of a match. v4: `status`.',
  values: {
    PENDING: { value: 'pending', description: 'Match awaits a decision. v4: `PENDING`.' },
    FALSE_POSITIVE: {
      value: 'false_positive',
      description: 'List entry concerns another person than the participant. v4: `FALSE_POSITIVE`.',
    },
    TRUE_MATCH: {
      value: 'true_match',
      description: 'List entry concerns the participant. v4: `TRUE_MATCH`.',
    },
    SKIPPED: {
      value: 'skipped',
      description:
        'Match needs no decision: another match of the participant from the same list was decided to be the true match. v4: `SKIPPED`.',
    },
  } as const,
});
