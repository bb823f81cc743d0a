import type { ParticipantChanges } from '../../domain/business/upsert-participants.ts';
import { isScreeningOn } from '../../resolvers/auth/get-viewer.ts';
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
import { CompletionWarningEnum, DeletionReceiptType } from './completion.ts';
import { UpsertParticipantInput } from './upsert-participant-input.ts';

const MissingItems = builder.enumType('MissingItems', {
  description:
    'Treatment of stored participants or documents that the input of upsertBusiness does not name.',
  values: {
    KEEP: { value: 'keep', description: 'Keeps the stored participants or documents.' },
    DELETE: {
      value: 'delete',
      description: 'Deletes the stored participants or documents PERMANENTLY.',
    },
  } as const,
});

export const ResponsibleUserInput = builder.inputType('ResponsibleUserInput', {
  description:
    'User responsible for a business, identified by e-mail address, ignoring case. The user is created when the service has none with that address. The names are stored on the user and apply to all businesses of that user. An omitted surname keeps its value; null and empty text delete it.',
  fields: (t) => ({
    givenName: t.string({ required: true, description: 'Given name of the user. v4: `name`.' }),
    paternalSurname: t.string({ description: 'First surname. v4: `first_last_name`.' }),
    maternalSurname: t.string({ description: 'Second surname. v4: `second_last_name`.' }),
    email: t.string({
      description:
        'E-mail address that identifies the user. Required: omitting it fails with InputValidationError. v4: `email`.',
    }),
  }),
});

const UpsertBusinessInput = builder.inputType('UpsertBusinessInput', {
  description:
    'Business to create or update. An omitted field keeps its stored value, or is empty for a new business. Null and blank text delete the stored value. Exception: omitted `participants` are the empty list, so that `missingParticipants: DELETE` deletes all stored participants. The size limit of the request body applies.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    externalId: t.field({
      type: 'SafeInt',
      required: true,
      description:
        'Id of the business in the client system. A stored business with this id is updated; otherwise a business is created. v4: `id_negocio`.',
    }),
    code: t.string({
      required: true,
      description: 'Code of the business in the client system. v4: `cod_negocio`.',
    }),
    name: t.string({ description: 'Name of the business. v4: `business_name`.' }),
    responsibleUser: t.field({
      type: ResponsibleUserInput,
      description:
        'User responsible for the business. Null removes the assignment; the user is not deleted. v4: `responsible_user`.',
    }),
    participants: t.field({
      type: [UpsertParticipantInput],
      required: true,
      defaultValue: [],
      description:
        'Participants of the business to create or update, at most 10,000, each person at most once. v4: `participantes`.',
    }),
    missingParticipants: t.field({
      type: MissingItems,
      required: true,
      defaultValue: 'keep',
      description:
        'Treatment of stored participants that `participants` does not name. DELETE permanently deletes them with their documents, matches, screenings, reports and consents, and with their files and persons unless another object references the file or person. When `participants` is omitted or empty, DELETE deletes all participants. The deletion creates a receipt, and also requires scope `business:complete`.',
    }),
    missingDocuments: t.field({
      type: MissingItems,
      required: true,
      defaultValue: 'keep',
      description:
        'Treatment of stored documents of the named participants that `requestedDocumentTypes` does not list. DELETE deletes each of them, and its file when no other document references the file. When a participant omits `requestedDocumentTypes`, DELETE deletes all of its documents. Of several documents of one type, those without a file are deleted first. The deletion creates no receipt and requires no further scope.',
    }),
    expectedVersion: t.int({
      description:
        'Version of the business that the caller last read (`Business.version`), or 0 when the business must not exist. The mutation fails with VersionConflictError when the current version differs. When omitted, any version is accepted.',
    }),
    acknowledge: t.field({
      type: [CompletionWarningEnum],
      description:
        'Warnings about the participants that `missingParticipants: DELETE` deletes, acknowledged by the caller. All that apply must be listed; otherwise nothing is changed, and the mutation fails with InputValidationError, issue NOT_ACKNOWLEDGED.',
    }),
  }),
});

export const ParticipantChangesType = builder
  .objectRef<ParticipantChanges>('ParticipantChanges')
  .implement({
    description:
      'Effect of an upsert on the participants in its input. Each participant is in exactly one of `created`, `updated` and `unchanged`, as its `externalPersonId`, in the order of the input. v4: `changes`.',
    fields: (t) => ({
      created: t.expose('created', {
        type: ['SafeInt'],
        description: 'Participants that were added to the business. v4: `created`.',
      }),
      updated: t.expose('updated', {
        type: ['SafeInt'],
        description:
          'Participants of which a field, a requested document or a match changed. v4: `updated`.',
      }),
      unchanged: t.expose('unchanged', {
        type: ['SafeInt'],
        description: 'Participants that did not change. v4: `unchanged`.',
      }),
    }),
  });

export const IS_SCREENING_ON =
  'True when the service screens participants automatically. When false, the participants were not compared with any list. v4: the response header Automatic-Screening.';

const UpsertBusinessPayload = builder
  .objectRef<IdempotentResult<Upsert>>('UpsertBusinessPayload')
  .implement({
    description: 'Payload of upsertBusiness.',
    fields: (t) => ({
      business: t.expose('business', {
        type: BusinessType,
        description: 'Current state of the business. v4: GET /api/v4/business/detail.',
      }),
      created: t.exposeBoolean('created', {
        description: 'True when the business was created, false when it existed already.',
      }),
      changes: t.expose('changes', {
        type: ParticipantChangesType,
        description:
          'Effect on the participants that the input names. Other stored participants are in none of `created`, `updated` and `unchanged`. v4: `changes`.',
      }),
      deletionReceipt: t.expose('receipt', {
        type: DeletionReceiptType,
        nullable: true,
        description:
          'Receipt for the participants that `missingParticipants: DELETE` deleted. Null when none was deleted.',
      }),
      isScreeningOn: t.boolean({
        description: IS_SCREENING_ON,
        resolve: async (_upsert, _args, ctx) => await isScreeningOn(ctx),
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('upsertBusiness', (t) =>
  t.field({
    type: UpsertBusinessPayload,
    description:
      'Creates or updates the business with the given `externalId`, its participants and its requested documents, atomically. Participants and documents that the input does not name are kept, unless `missingParticipants` or `missingDocuments` is DELETE. The version of the business is incremented when something changed. A repeated request fails with BusinessNotFoundError when its business was deleted. Requires scope `business:write`. v4: POST /api/v4/fiduciary/requests.',
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
    resolve: async (_root, { input }, ctx) =>
      await upsertBusiness(ctx, { ...input, acknowledge: input.acknowledge ?? [] }),
  }),
);
