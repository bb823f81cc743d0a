import { type DeletionReceipt, versionOf } from '../../domain/completion.ts';
import { parseDatabaseId } from '../../domain/global-id.ts';
import { findBusiness } from '../../resolvers/business/find-business.ts';
import { completeBusinessInput } from '../../resolvers/business/inputs.ts';
import type { Once } from '../../resolvers/common/run-once.ts';
import { type Completion, completeBusiness } from '../../resolvers/completion/complete-business.ts';
import {
  findDeletionReceipt,
  findReceiptByGlobalId,
} from '../../resolvers/receipts/find-deletion-receipt.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import {
  BusinessNotFoundError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  VersionConflictError,
} from '../base/errors.ts';
import { BusinessLookup, IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { BusinessType } from './business.ts';

export const DeleteMode = builder.enumType('DeleteMode', {
  description: 'What a completion deletes. v4 `delete_mode`.',
  values: {
    WITHOUT_LEGAL_ACT_FOLIO: {
      value: 'without_folio',
      description: 'The participants that have no legal-act folio; the default. v4: empty string.',
    },
    WITH_LEGAL_ACT_FOLIO: {
      value: 'with_folio',
      description: 'The participants that have a legal-act folio. v4 `juridical_only`.',
    },
    ALL: { value: 'all', description: 'Every participant and the business data. v4 `all`.' },
    MISSING_PARTICIPANTS: {
      value: 'missing',
      description:
        'Of receipts only, refused as an input: the participants that upsertBusiness with `missingParticipants: DELETE` did not name. Not in v4.',
    },
  } as const,
});

const NOT_COUNTED = 'Null in a receipt of version 1, which did not count them. Not in v4.';

export const DeletionReceiptType = builder.objectRef<DeletionReceipt>('DeletionReceipt');
builder.node(DeletionReceiptType, {
  description: 'Proof of a permanent deletion; holds no personal data. Not in v4.',
  id: { resolve: (receipt) => receipt.id, parse: parseDatabaseId },
  loadWithoutCache: async (id, ctx) =>
    id === undefined ? null : await findDeletionReceipt(ctx, id),
  fields: (t) => ({
    deleteMode: t.expose('deleteMode', {
      type: DeleteMode,
      description: 'What the completion was to delete. v4 `delete_mode`.',
    }),
    businessDatabaseId: t.expose('businessId', {
      type: 'SafeInt',
      description:
        'The internal id of the business: it outlives the business, so it is no Business. v4 `business_id`.',
    }),
    deletedParticipantCount: t.exposeInt('deletedParticipantCount', {
      description: 'How many participants went. Not in v4.',
    }),
    deletedDocumentCount: t.exposeInt('deletedDocumentCount', {
      description: 'How many requested documents went with them. Not in v4.',
    }),
    businessDeleted: t.exposeBoolean('businessDeleted', {
      description: 'Whether the business itself went too. Not in v4.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      description: 'When it was deleted. Not in v4.',
    }),
    completedByUserId: t.expose('completedByUserId', {
      type: 'SafeInt',
      description: 'The internal id of the user whose request it was. Not in v4.',
    }),
    digest: t.exposeString('digest', {
      description:
        'SHA-256 over this receipt and the one before it: a chain that shows tampering. Not in v4.',
    }),
  }),
});

builder.objectFields(DeletionReceiptType, (t) => ({
  deletedMatchCount: t.int({
    nullable: true,
    description: `How many matches of theirs went, with every decision on them. ${NOT_COUNTED}`,
    resolve: ({ deletedFound }) => deletedFound?.matches ?? null,
  }),
  deletedScreeningCount: t.int({
    nullable: true,
    description: `How many screenings of theirs went. ${NOT_COUNTED}`,
    resolve: ({ deletedFound }) => deletedFound?.screenings ?? null,
  }),
  deletedReportCount: t.int({
    nullable: true,
    description: `How many reports of theirs went: of screenings, JSON and PDF each for itself, and socio-economic ones. ${NOT_COUNTED}`,
    resolve: ({ deletedFound }) => deletedFound?.reports ?? null,
  }),
  version: t.int({
    description:
      'Over what the digest goes: 1, without the counts of matches, screenings and reports; 2, with them. Not in v4.',
    resolve: versionOf,
  }),
}));

builder.queryField('deletionReceipt', (t) =>
  t.field({
    type: DeletionReceiptType,
    nullable: true,
    description:
      'Proof of a past permanent deletion. Null when it does not exist or belongs to another service. Not in v4.',
    args: {
      id: t.arg.id({ required: true, description: 'The id that completeBusiness answered.' }),
    },
    resolve: async (_root, { id }, ctx) => await findReceiptByGlobalId(ctx, id),
  }),
);

const CompleteBusinessPayload = builder
  .objectRef<Once<Completion>>('CompleteBusinessPayload')
  .implement({
    description: 'What a completion did.',
    fields: (t) => ({
      receipt: t.field({
        type: DeletionReceiptType,
        description: 'The proof of what was deleted. Not in v4, whose `data` is empty.',
        resolve: ({ receipt }) => receipt,
      }),
      business: t.field({
        type: BusinessType,
        nullable: true,
        description:
          'The business as it is now; null when it was deleted itself. v4: GET /api/v4/business/detail.',
        resolve: async ({ receipt }, _args, ctx) =>
          receipt.businessDeleted
            ? null
            : await findBusiness(ctx, { databaseId: receipt.businessId }),
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

const CompleteBusinessInput = builder.inputType('CompleteBusinessInput', {
  description: 'Which business, and what of it goes.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    business: t.field({
      type: BusinessLookup,
      required: true,
      description: 'The business to complete. Its `databaseId` is the v4 `business_id`.',
    }),
    deleteMode: t.field({
      type: DeleteMode,
      required: true,
      defaultValue: 'without_folio',
      description: 'What is deleted. v4 `delete_mode`.',
    }),
    expectedVersion: t.int({
      description:
        'From completionPreview.version; refuses to delete what you have not seen. Not in v4.',
    }),
  }),
});

builder.mutationField('completeBusiness', (t) =>
  t.field({
    type: CompleteBusinessPayload,
    description:
      'PERMANENTLY deletes participants, or the whole business. v4: POST /api/v4/fiduciary/{business_id}/complete.',
    errors: {
      types: [
        BusinessNotFoundError,
        InputValidationError,
        VersionConflictError,
        IdempotencyError,
        NotAuthorizedError,
      ],
    },
    args: {
      input: t.arg({
        type: CompleteBusinessInput,
        required: true,
        description: 'Which business, and what of it goes.',
        validate: { schema: checksOf(completeBusinessInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await completeBusiness(ctx, input),
  }),
);
