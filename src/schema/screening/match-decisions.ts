import type { InputFieldRef } from '@pothos/core';
import { builder } from '../base/builder.ts';
import {
  ConflictError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
} from '../base/errors.ts';
import { MatchReason, MatchVerdict } from './match.ts';

/** How a decision on matches may fail. */
export const RESOLUTION_ERRORS = [
  ParticipantNotFoundError,
  InputValidationError,
  ConflictError,
  IdempotencyError,
  NotAuthorizedError,
];

const MatchReviewerInput = builder.inputType('MatchReviewerInput', {
  description: 'Who decided, where it was decided. v4 `reviewer`.',
  fields: (t) => ({
    name: t.string({ description: 'The name of the reviewer. v4 `name`.' }),
    email: t.string({ description: 'The e-mail of the reviewer. v4 `email`.' }),
  }),
});

const MatchDecisionInput = builder.inputType('MatchDecisionInput', {
  description:
    'A decision on one match; what is left out is as it is said for all. v4: `matches[]`.',
  fields: (t) => ({
    externalId: t.string({
      required: true,
      description: 'The id of the match in its list. v4 `match_id`.',
    }),
    sourceCode: t.string({
      description: 'Where several lists have a match of this id. v4 `list`.',
    }),
    expectedMatterHash: t.string({
      description:
        'The `matterHash` of the entry that was looked at: a CONFLICT, and nothing is decided, where the match is about another by now. v4 `matter_hash`.',
    }),
    verdict: t.field({ type: MatchVerdict, description: 'What was decided. v4 `resolution`.' }),
    reason: t.field({ type: MatchReason, description: 'Why it was decided so. v4 `reason`.' }),
    note: t.string({ description: 'What else is to be said of it. v4 `note`.' }),
  }),
});

type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

type Optional<T> = InputFieldRef<Types, T | null | undefined>;
type ResolutionFields = {
  note: Optional<string>;
  reviewer: Optional<typeof MatchReviewerInput.$inferInput>;
  matches: Optional<(typeof MatchDecisionInput.$inferInput)[]>;
  reopen: Optional<boolean>;
  resolvedAt: Optional<Date>;
};

/** What an input says of a decision besides verdict and reason. */
export function resolutionFields(
  t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>,
): ResolutionFields {
  return {
    note: t.string({ description: 'At least 10 characters for the reason OTHER. v4 `note`.' }),
    reviewer: t.field({
      type: MatchReviewerInput,
      description: 'Who decided, as the provider names them. v4 `reviewer`.',
    }),
    matches: t.field({
      type: [MatchDecisionInput],
      description:
        'At most 200. Left out, the decision is on all that is pending; a CONFLICT where nothing is and none was decided so. v4 `matches`.',
    }),
    reopen: t.boolean({
      description:
        'Decides anew what was decided otherwise, which is a CONFLICT else. v4 `reopen`.',
    }),
    resolvedAt: t.field({
      type: 'DateTime',
      description: 'When it was decided, where it was decided. v4 `resolved_at`.',
    }),
  };
}
