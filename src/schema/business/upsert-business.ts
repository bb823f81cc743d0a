import type { ParticipantChanges } from '../../domain/upsert-participants.ts';
import { type Upsert, upsertBusiness } from '../../resolvers/business/upsert-business.ts';
import { upsertBusinessInput } from '../../resolvers/business/write-inputs.ts';
import type { Once } from '../../resolvers/common/run-once.ts';
import { checksInTurnsOf } from '../../validate.ts';
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
  description: 'What happens to what is stored and not named in the input.',
  values: {
    KEEP: { value: 'keep', description: 'It stays as it is.' },
    DELETE: { value: 'delete', description: 'It is PERMANENTLY deleted.' },
  } as const,
});

export const ResponsibleUserInput = builder.inputType('ResponsibleUserInput', {
  description:
    'A user of the service, known by e-mail in any case and made where the service has none. The names are written to the user and so to every business of that user; a surname left out stays as it is, null or empty text removes it.',
  fields: (t) => ({
    givenName: t.string({ required: true, description: 'The given name. v4 `name`.' }),
    paternalSurname: t.string({ description: 'The first surname. v4 `first_last_name`.' }),
    maternalSurname: t.string({ description: 'The second surname. v4 `second_last_name`.' }),
    email: t.string({ description: 'Needed: a user is known by it. v4 `email`.' }),
  }),
});

const UpsertBusinessInput = builder.inputType('UpsertBusinessInput', {
  description:
    'A field left out stays as it is stored (or is empty where the business is new); null, blank text and an empty list of roles remove what is stored. At most 10 000 participants, and the bound on the body.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    externalId: t.field({
      type: 'SafeInt',
      required: true,
      description:
        'The id that the provider gives it: the business that has it is updated. v4 `id_negocio`.',
    }),
    code: t.string({
      required: true,
      description: 'The code that the provider gives it. v4 `cod_negocio`.',
    }),
    name: t.string({ description: 'Its name. v4 `business_name`.' }),
    responsibleUser: t.field({
      type: ResponsibleUserInput,
      description:
        'Who is responsible for it. Null leaves the business without one; the user stays. v4 `responsible_user`.',
    }),
    participants: t.field({
      type: [UpsertParticipantInput],
      required: true,
      defaultValue: [],
      description: 'Who takes part in it, each person at most once. v4 `participantes`.',
    }),
    missingParticipants: t.field({
      type: MissingItems,
      required: true,
      defaultValue: 'keep',
      description:
        'What happens to stored participants that the input does not name. DELETE takes with each its documents, the files only they refer to, and its person when no other participant refers to it, and leaves a receipt; it needs the scope BUSINESS_COMPLETE too. Not in v4.',
    }),
    missingDocuments: t.field({
      type: MissingItems,
      required: true,
      defaultValue: 'keep',
      description:
        'What happens to documents of the named participants whose types the input does not request. DELETE takes with each the file that only it refers to. Not in v4.',
    }),
    expectedVersion: t.int({
      description:
        'Refuses to write over what you have not seen: Business.version, or 0 where the business must not exist yet. Not in v4.',
    }),
  }),
});

export const ParticipantChangesType = builder
  .objectRef<ParticipantChanges>('ParticipantChanges')
  .implement({
    description:
      'What became of the participants of the input, by `externalPersonId` in the order they were sent. v4: `changes`.',
    fields: (t) => ({
      created: t.expose('created', {
        type: ['SafeInt'],
        description: 'Who was not part of the business yet. v4 `created`.',
      }),
      updated: t.expose('updated', {
        type: ['SafeInt'],
        description: 'Of whom a field or a requested document became different. v4 `updated`.',
      }),
      unchanged: t.expose('unchanged', {
        type: ['SafeInt'],
        description: 'Who was so already. v4 `unchanged`.',
      }),
    }),
  });

const UpsertBusinessPayload = builder.objectRef<Once<Upsert>>('UpsertBusinessPayload').implement({
  description: 'What an upsert did.',
  fields: (t) => ({
    business: t.expose('business', {
      type: BusinessType,
      description: 'The business as it is now. v4: GET /api/v4/business/detail.',
    }),
    created: t.exposeBoolean('created', {
      description: 'Whether the business was new. Not in v4.',
    }),
    changes: t.expose('changes', {
      type: ParticipantChangesType,
      description:
        'Participants that the input does not name are in none of its lists. v4 `changes`.',
    }),
    deletionReceipt: t.expose('receipt', {
      type: DeletionReceiptType,
      nullable: true,
      description:
        'The proof of the participants that `missingParticipants: DELETE` deleted; null where there were none. Not in v4.',
    }),
    replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
  }),
});

builder.mutationField('upsertBusiness', (t) =>
  t.field({
    type: UpsertBusinessPayload,
    description:
      "Creates or updates a business with its participants and requested documents, keyed by the provider's ids. All or nothing. Its version counts up by one exactly when something changed. v4: POST /api/v4/fiduciary/requests.",
    errors: {
      types: [
        InputValidationError,
        VersionConflictError,
        IdempotencyError,
        NotAuthorizedError,
        // The answer to a request that is sent again, when its business was deleted since.
        BusinessNotFoundError,
      ],
    },
    args: {
      input: t.arg({
        type: UpsertBusinessInput,
        required: true,
        description: 'The business as it is to be.',
        validate: { schema: checksInTurnsOf(upsertBusinessInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await upsertBusiness(ctx, input),
  }),
);
