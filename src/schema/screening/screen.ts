import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import {
  type DeletedScreening,
  deleteScreening,
} from '../../resolvers/screening/delete-screening.ts';
import { type ScreenPayload, screen } from '../../resolvers/screening/screen.ts';
import { deleteScreeningInput, screenInput } from '../../resolvers/screening/screen-inputs.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  ConflictError,
  IdempotencyError,
  InputValidationError,
  ListUnavailableError,
  NotAuthorizedError,
  ParticipantNotFoundError,
  ScreeningNotFoundError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup, REPLAYED } from '../base/lookups.ts';
import { ScreenedPersonInput } from './screened-person-input.ts';
import { ScreeningType } from './screening.ts';

const ScreenInput = builder.inputType('ScreenInput', {
  description:
    'Subject to screen, and the lists to screen it against. Exactly one of `participant` and `person` is required.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      description: 'Participant to screen, by its stored data. v4: `id_persona`.',
    }),
    person: t.field({
      type: ScreenedPersonInput,
      description:
        'Person or company that is not a participant. The screening is stored for 365 days, unless the operator sets another period, or until deleteScreening.',
    }),
    lists: t.stringList({
      description:
        'Lists to screen against, 1 to 50 codes (`ofac-sdn`, `custom:…`) or families (`ofac`, `un`, `pep`, `sat69`, `sat69b`, `sfp`, `own`). Defaults to all lists that were ever loaded, including the lists of the service itself. When no list of a family is loaded for the date, its lists are reported as not loaded, and the outcome is not CLEAR. A licensed list that was never loaded is not reported.',
    }),
    asOf: t.field({
      type: 'Date',
      description:
        'Requested date: the lists are searched as of this date, which is not in the future. Defaults to today.',
    }),
    threshold: t.float({
      description:
        'Score from which a match is an alert, 0.5 to 1. Defaults to 0.85. A match with an equal identifier is always an alert. v4: `threshold`.',
    }),
    includePossible: t.boolean({
      description:
        'True to include matches below `threshold` whose score is at least 0.75. Defaults to false.',
    }),
  }),
});

const ScreenPayload = builder
  .objectRef<IdempotentResult<ScreenPayload>>('ScreenPayload')
  .implement({
    description: 'Payload of screen.',
    fields: (t) => ({
      screening: t.field({
        type: ScreeningType,
        description: 'Stored screening. Requires scope `screening:read`.',
        resolve: ({ screening }) => screening,
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('screen', (t) =>
  t.field({
    type: ScreenPayload,
    description:
      'Screens a subject against lists, by identifiers and by name, and stores the result. Fails with ListUnavailableError when none of the lists is loaded for the requested date. A repeated request fails with ScreeningNotFoundError when its screening was deleted. Requires scope `screening:write`.',
    errors: {
      types: [
        ParticipantNotFoundError,
        ListUnavailableError,
        ScreeningNotFoundError,
        InputValidationError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: ScreenInput,
        required: true,
        description: 'Subject to screen, and the lists to screen it against.',
        validate: { schema: createChecks(screenInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await screen(ctx, input),
  }),
);

const DeleteScreeningInput = builder.inputType('DeleteScreeningInput', {
  description: 'Screening to delete.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    screeningId: t.field({
      type: 'SafeInt',
      required: true,
      description: '`databaseId` of the screening.',
    }),
  }),
});

const DeleteScreeningPayload = builder
  .objectRef<IdempotentResult<DeletedScreening>>('DeleteScreeningPayload')
  .implement({
    description: 'Payload of deleteScreening.',
    fields: (t) => ({
      screeningId: t.expose('screeningId', {
        type: 'SafeInt',
        description: '`databaseId` of the deleted screening.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('deleteScreening', (t) =>
  t.field({
    type: DeleteScreeningPayload,
    description:
      'Deletes a screening of a person or company that is not a participant, with its matches. Fails with ConflictError for a screening of a participant, which is deleted only together with the participant. Requires scope `screening:write`.',
    errors: {
      types: [
        ScreeningNotFoundError,
        ConflictError,
        InputValidationError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: DeleteScreeningInput,
        required: true,
        description: 'Screening to delete.',
        validate: { schema: createChecks(deleteScreeningInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await deleteScreening(ctx, input),
  }),
);
