import type { ParticipantChanges } from '../../domain/business/upsert-participants.ts';
import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import { type Upsert, upsertBusiness } from '../../resolvers/upsert/upsert-business.ts';
import { upsertBusinessInput } from '../../resolvers/upsert/write-inputs.ts';
import { createChecksInSlices } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  BusinessNotFoundError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  VersionConflictError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { BusinessType } from './business.ts';
import { DeletionReceiptType } from './completion.ts';
import { UpsertParticipantInput } from './upsert-participant-input.ts';

const MissingItems = builder.enumType('MissingItems', {
  description: 'Treatment of stored items that the input does not name.',
  values: {
    KEEP: { value: 'keep', description: 'Keeps the stored items.' },
    DELETE: { value: 'delete', description: 'Deletes the stored items PERMANENTLY.' },
  } as const,
});

export const ResponsibleUserInput = builder.inputType('ResponsibleUserInput', {
  description:
    'User responsible for a business, identified by e-mail without case. The user is created when the service has none with that e-mail. The names are stored on the user and apply to all businesses of that user. An omitted surname keeps its value; null or empty text removes it.',
  fields: (t) => ({
    givenName: t.string({ required: true, description: 'Given name of the user. v4: `name`.' }),
    paternalSurname: t.string({ description: 'First surname. v4: `first_last_name`.' }),
    maternalSurname: t.string({ description: 'Second surname. v4: `second_last_name`.' }),
    email: t.string({
      description: 'E-mail address that identifies the user; required. v4: `email`.',
    }),
  }),
});

const UpsertBusinessInput = builder.inputType('UpsertBusinessInput', {
  description:
    'Business to create or update. An omitted field keeps its stored value, or is empty for a new business. Null, blank text and an empty list of roles remove the stored value. At most 10,000 participants; the size limit of the request body applies in addition.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    externalId: t.field({
      type: 'SafeInt',
      required: true,
      description:
        'Id that the provider assigned; an existing business with this id is updated. v4: `id_negocio`.',
    }),
    code: t.string({
      required: true,
      description: 'Code that the provider assigned. v4: `cod_negocio`.',
    }),
    name: t.string({ description: 'Name of the business. v4: `business_name`.' }),
    responsibleUser: t.field({
      type: ResponsibleUserInput,
      description:
        'User responsible for the business. Null removes the assignment and keeps the user. v4: `responsible_user`.',
    }),
    participants: t.field({
      type: [UpsertParticipantInput],
      required: true,
      defaultValue: [],
      description: 'Participants of the business, each person at most once. v4: `participantes`.',
    }),
    missingParticipants: t.field({
      type: MissingItems,
      required: true,
      defaultValue: 'keep',
      description:
        'Treatment of stored participants that the input does not name. DELETE removes each with its documents, the files that only they reference, and the person when no other participant references it, and creates a receipt. DELETE requires scope `business:complete` in addition.',
    }),
    missingDocuments: t.field({
      type: MissingItems,
      required: true,
      defaultValue: 'keep',
      description:
        'Treatment of documents of the named participants whose types the input does not request. DELETE removes each with the file that only it references.',
    }),
    expectedVersion: t.int({
      description:
        'Expected `Business.version`, or 0 when the business must not exist. Nothing is written when the current version differs.',
    }),
  }),
});

export const ParticipantChangesType = builder
  .objectRef<ParticipantChanges>('ParticipantChanges')
  .implement({
    description:
      'Effect of an upsert on the participants of its input: their `externalPersonId`, in the order of the input. v4: `changes`.',
    fields: (t) => ({
      created: t.expose('created', {
        type: ['SafeInt'],
        description: 'Participants added to the business. v4: `created`.',
      }),
      updated: t.expose('updated', {
        type: ['SafeInt'],
        description: 'Participants of whom a field or a requested document changed. v4: `updated`.',
      }),
      unchanged: t.expose('unchanged', {
        type: ['SafeInt'],
        description: 'Participants that did not change. v4: `unchanged`.',
      }),
    }),
  });

const UpsertBusinessPayload = builder
  .objectRef<IdempotentResult<Upsert>>('UpsertBusinessPayload')
  .implement({
    description: 'Result of upsertBusiness.',
    fields: (t) => ({
      business: t.expose('business', {
        type: BusinessType,
        description: 'Current state of the business. v4: GET /api/v4/business/detail.',
      }),
      created: t.exposeBoolean('created', {
        description: 'True when the business was created.',
      }),
      changes: t.expose('changes', {
        type: ParticipantChangesType,
        description:
          'Effect on the participants of the input. Participants that the input does not name are in none of the lists. v4: `changes`.',
      }),
      deletionReceipt: t.expose('receipt', {
        type: DeletionReceiptType,
        nullable: true,
        description:
          'Receipt for the participants that `missingParticipants: DELETE` deleted. Null when none was deleted.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('upsertBusiness', (t) =>
  t.field({
    type: UpsertBusinessPayload,
    description:
      "Creates or updates a business with its participants and requested documents, identified by the provider's ids. The operation is atomic. The version of the business increases by one exactly when something changed. Requires scope `business:write`. v4: POST /api/v4/fiduciary/requests.",
    errors: {
      types: [
        InputValidationError,
        VersionConflictError,
        IdempotencyError,
        NotAuthorizedError,
        // Thrown for a replayed request whose business was deleted since.
        BusinessNotFoundError,
      ],
    },
    args: {
      input: t.arg({
        type: UpsertBusinessInput,
        required: true,
        description: 'Business to create or update.',
        validate: { schema: createChecksInSlices(upsertBusinessInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await upsertBusiness(ctx, input),
  }),
);
