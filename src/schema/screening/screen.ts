import type { Once } from '../../resolvers/common/run-once.ts';
import {
  type DeletedScreening,
  deleteScreening,
} from '../../resolvers/screening/delete-screening.ts';
import { type MadeScreening, screen } from '../../resolvers/screening/screen.ts';
import { deleteScreeningInput, screenInput } from '../../resolvers/screening/screen-inputs.ts';
import { checksOf } from '../../validate.ts';
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
  description: 'Who is looked for, and where: exactly one of participant and person.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      description: 'A participant, as it is captured. v4 `id_persona`.',
    }),
    person: t.field({
      type: ScreenedPersonInput,
      description: 'Somebody who is none; kept for a year, or until deleteScreening.',
    }),
    lists: t.stringList({
      description:
        'Codes of lists (`ofac-sdn`, `custom:…`) and families (`ofac`, `un`, `pep`, `sat69`, `sat69b`, `sfp`, `own`), at most 50. Left out, all that were ever loaded, at least one of each family of authorities, and those of the service’s own.',
    }),
    asOf: t.field({
      type: 'Date',
      description: 'The day whose lists are looked at, none to come; today, left out.',
    }),
    threshold: t.float({
      description: 'From which score it alerts, 0.5 to 1; 0.85, left out. v4 `threshold`.',
    }),
    includePossible: t.boolean({
      description: 'Whether matches from 0.75 are shown too.',
    }),
  }),
});

const ScreenPayload = builder.objectRef<Once<MadeScreening>>('ScreenPayload').implement({
  description: 'What was found, and is kept.',
  fields: (t) => ({
    screening: t.field({
      type: ScreeningType,
      description: 'The screening. Needs the scope screening:read.',
      resolve: ({ screening }) => screening,
    }),
    replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
  }),
});

builder.mutationField('screen', (t) =>
  t.field({
    type: ScreenPayload,
    description:
      'Looks for somebody in lists, by identifiers and by name, and keeps what was found. Where none of the lists is loaded for that day it is a ListUnavailableError. Needs the scope screening:write.',
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
        description: 'Who is looked for, and where.',
        validate: { schema: checksOf(screenInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await screen(ctx, input),
  }),
);

const DeleteScreeningInput = builder.inputType('DeleteScreeningInput', {
  description: 'Which screening is deleted.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    screeningId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Its `databaseId`.',
    }),
  }),
});

const DeleteScreeningPayload = builder
  .objectRef<Once<DeletedScreening>>('DeleteScreeningPayload')
  .implement({
    description: 'A screening that is no more.',
    fields: (t) => ({
      screeningId: t.expose('screeningId', {
        type: 'SafeInt',
        description: 'The id that it had.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('deleteScreening', (t) =>
  t.field({
    type: DeleteScreeningPayload,
    description:
      'Deletes a screening of somebody who was typed in, with all that it found; that of a participant goes with the participant only, and is a CONFLICT. Needs the scope screening:write.',
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
        description: 'Which screening is deleted.',
        validate: { schema: checksOf(deleteScreeningInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await deleteScreening(ctx, input),
  }),
);
