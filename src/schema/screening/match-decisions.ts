import type { InputFieldRef } from '@pothos/core';
import { builder } from '../base/builder.ts';
import {
  ConflictError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
} from '../base/errors.ts';
import { MatchReason, MatchVerdict } from './screening-words.ts';

/** Errors of the mutations that decide on matches. */
export const RESOLUTION_ERRORS = [
  ParticipantNotFoundError,
  InputValidationError,
  ConflictError,
  IdempotencyError,
  NotAuthorizedError,
];

const MatchReviewerInput = builder.inputType('MatchReviewerInput', {
  description: 'Reviewer who made the decision outside the gateway. v4: `reviewer`.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the reviewer. v4: `name`.' }),
    email: t.string({ description: 'E-mail address of the reviewer. v4: `email`.' }),
  }),
});

const MatchDecisionInput = builder.inputType('MatchDecisionInput', {
  description:
    'Decision on one match. Omitted verdict, reason and note default to those of the mutation input. v4: `matches[]`.',
  fields: (t) => ({
    externalId: t.string({
      required: true,
      description: 'Id of the match in its list or source. v4: `match_id`.',
    }),
    sourceCode: t.string({
      description:
        'Code of the list or source. When omitted, the decision applies to the matches with this id in every list. v4: `list`.',
    }),
    expectedMatterHash: t.string({
      description:
        'Value of `matterHash` of the entry that the reviewer saw, 64 hexadecimal digits. When the entry of the match has another hash by now, the mutation fails with a CONFLICT and decides nothing. v4: `matter_hash`.',
    }),
    verdict: t.field({
      type: MatchVerdict,
      description: 'Decision on the match. v4: `resolution`.',
    }),
    reason: t.field({ type: MatchReason, description: 'Reason for the decision. v4: `reason`.' }),
    note: t.string({
      description:
        'Free text about the decision, at most 2000 characters. The reason OTHER requires at least 10 characters. v4: `note`.',
    }),
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

/** Returns the input fields of a decision other than verdict and reason. */
export function resolutionFields(
  t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>,
): ResolutionFields {
  return {
    note: t.string({
      description:
        'Free text about the decision, at most 2000 characters. The reason OTHER requires at least 10 characters. v4: `note`.',
    }),
    reviewer: t.field({
      type: MatchReviewerInput,
      description: 'Reviewer who made the decision, as the provider names them. v4: `reviewer`.',
    }),
    matches: t.field({
      type: [MatchDecisionInput],
      description:
        'Decisions on single matches, 1 to 200. When omitted, the decision applies to all pending matches. When omitted while no match is pending and none has this decision, the mutation fails with a CONFLICT unless `reopen` is true. v4: `matches`.',
    }),
    reopen: t.boolean({
      description:
        'True to replace earlier decisions that differ. Otherwise a match with a different decision causes a CONFLICT. Defaults to false. v4: `reopen`.',
    }),
    resolvedAt: t.field({
      type: 'DateTime',
      description:
        'Time of the decision, for a decision made outside the gateway. v4: `resolved_at`.',
    }),
  };
}
