import type { InputFieldRef } from '@pothos/core';
import { builder } from '../base/builder.ts';
import {
  ConflictError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  ParticipantNotFoundError,
} from '../base/errors.ts';
import { MatchReason, MatchVerdict } from './screening-enums.ts';

/** Errors of the mutations that decide on matches. */
export const RESOLUTION_ERRORS = [
  ParticipantNotFoundError,
  InputValidationError,
  ConflictError,
  IdempotencyError,
  NotAuthorizedError,
];

const NOTE =
  'Free text that explains the decision, at most 2000 characters. A note of at least 10 characters is required for the reason OTHER, and for a reason that the compared data of the match contradicts (issue CONTRADICTED_BY_EVIDENCE). v4: `note`.';

const MatchReviewerInput = builder.inputType('MatchReviewerInput', {
  description:
    'Reviewer who made the decision outside the gateway, by name, e-mail address or both. v4: `reviewer`.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the reviewer. v4: `name`.' }),
    email: t.string({ description: 'E-mail address of the reviewer. v4: `email`.' }),
  }),
});

const MatchDecisionInput = builder.inputType('MatchDecisionInput', {
  description:
    'Decision on one match. An omitted `verdict`, `reason` or `note` defaults to the field of the same name in the mutation input. When several decisions apply to one match, the last one counts. v4: `matches[]`.',
  fields: (t) => ({
    externalId: t.string({
      required: true,
      description: '`ParticipantMatch.externalId` of the match. v4: `match_id`.',
    }),
    sourceCode: t.string({
      description:
        '`ParticipantMatch.sourceCode` of the match. When omitted, the decision applies to the matches with this `externalId` in every list. v4: `list`.',
    }),
    expectedMatterHash: t.string({
      description:
        '`ListEntry.matterHash` of the entry that the reviewer saw: 64 hexadecimal digits in lower case. When the entry has another hash by now, the mutation fails with ConflictError and records no decision. Ignored for a match of an external screening provider, and for a match that already has the decision. v4: `matter_hash`.',
    }),
    verdict: t.field({
      type: MatchVerdict,
      description: 'Decision on the match. v4: `resolution`.',
    }),
    reason: t.field({ type: MatchReason, description: 'Reason for the decision. v4: `reason`.' }),
    note: t.string({
      description: NOTE,
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
export function defineResolutionFields(
  t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>,
): ResolutionFields {
  return {
    note: t.string({
      description: NOTE,
    }),
    reviewer: t.field({
      type: MatchReviewerInput,
      description:
        'Reviewer who made the decision outside the gateway, with or without `resolvedAt`. Omit it for a decision of the user who sends the request. v4: `reviewer`.',
    }),
    matches: t.field({
      type: [MatchDecisionInput],
      description:
        'Decisions on single matches, 1 to 200. Only these matches are decided; `verdict`, `reason` and `note` are the defaults of each. When omitted, the pending matches are decided. When none is pending: with `reopen: true`, all matches get the decision; otherwise nothing changes if a match already has the verdict, and the mutation fails with ConflictError if none has. v4: `matches`.',
    }),
    reopen: t.boolean({
      description:
        'True to supersede earlier decisions that differ. When false or omitted, the mutation fails with ConflictError when a match to decide already has a different decision. v4: `reopen`.',
    }),
    resolvedAt: t.field({
      type: 'DateTime',
      description:
        'Time of a decision that was made outside the gateway, with or without `reviewer`. Omit it for a decision made with this request. v4: `resolved_at`.',
    }),
  };
}
