import { type DeletionReceipt, versionOf } from '../../domain/business/completion.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import { findBusiness } from '../../resolvers/business/find-business.ts';
import { completeBusinessInput } from '../../resolvers/business/inputs.ts';
import type { Once } from '../../resolvers/common/run-once.ts';
import { type Completion, completeBusiness } from '../../resolvers/completion/complete-business.ts';
import {
  findDeletionReceipt,
  findReceiptByGlobalId,
} from '../../resolvers/receipts/find-deletion-receipt.ts';
import { checksOf } from '../../validation/validate.ts';
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
  description: 'Selection of the data that a completion deletes. v4: `delete_mode`.',
  values: {
    WITHOUT_LEGAL_ACT_FOLIO: {
      value: 'without_folio',
      description: 'Deletes the participants without a legal-act folio. Default. v4: empty string.',
    },
    WITH_LEGAL_ACT_FOLIO: {
      value: 'with_folio',
      description: 'Deletes the participants with a legal-act folio. v4: `juridical_only`.',
    },
    ALL: {
      value: 'all',
      description: 'Deletes all participants and the business itself. v4: `all`.',
    },
    MISSING_PARTICIPANTS: {
      value: 'missing',
      description:
        'Value in receipts only: upsertBusiness with `missingParticipants: DELETE` deleted the participants missing from its input. Rejected as an input.',
    },
  } as const,
});

const NOT_COUNTED = 'Null in receipts of version 1.';

export const DeletionReceiptType = builder.objectRef<DeletionReceipt>('DeletionReceipt');
builder.node(DeletionReceiptType, {
  description: 'Proof of a permanent deletion. Contains no personal data.',
  id: { resolve: (receipt) => receipt.id, parse: parseDatabaseId },
  loadWithoutCache: async (id, ctx) =>
    id === undefined ? null : await findDeletionReceipt(ctx, id),
  fields: (t) => ({
    deleteMode: t.expose('deleteMode', {
      type: DeleteMode,
      description: 'Delete mode of the request. v4: `delete_mode`.',
    }),
    businessDatabaseId: t.expose('businessId', {
      type: 'SafeInt',
      description:
        'Internal id of the business; available after the business is deleted. v4: `business_id`.',
    }),
    deletedParticipantCount: t.exposeInt('deletedParticipantCount', {
      description: 'Number of participants deleted.',
    }),
    deletedDocumentCount: t.exposeInt('deletedDocumentCount', {
      description: 'Number of requested documents deleted with the participants.',
    }),
    businessDeleted: t.exposeBoolean('businessDeleted', {
      description: 'True when the business itself was deleted.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      description: 'Time of the deletion.',
    }),
    completedByUserId: t.expose('completedByUserId', {
      type: 'SafeInt',
      description: 'Internal id of the user who requested the deletion.',
    }),
    digest: t.exposeString('digest', {
      description:
        'SHA-256 over this receipt and the digest of the previous receipt. The chain makes tampering detectable.',
    }),
  }),
});

builder.objectFields(DeletionReceiptType, (t) => ({
  deletedMatchCount: t.int({
    nullable: true,
    description: `Number of deleted matches, including all decisions on them. ${NOT_COUNTED}`,
    resolve: ({ deletedFound }) => deletedFound?.matches ?? null,
  }),
  deletedScreeningCount: t.int({
    nullable: true,
    description: `Number of deleted screenings. ${NOT_COUNTED}`,
    resolve: ({ deletedFound }) => deletedFound?.screenings ?? null,
  }),
  deletedReportCount: t.int({
    nullable: true,
    description: `Number of deleted reports: screening reports, JSON and PDF counted separately, and socio-economic reports. ${NOT_COUNTED}`,
    resolve: ({ deletedFound }) => deletedFound?.reports ?? null,
  }),
  version: t.int({
    description:
      'Format version of the data that the digest covers: 1 without the counts of matches, screenings and reports, 2 with them.',
    resolve: versionOf,
  }),
}));

builder.queryField('deletionReceipt', (t) =>
  t.field({
    type: DeletionReceiptType,
    nullable: true,
    description:
      'Receipt of a past permanent deletion. Null when it does not exist or belongs to another service.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Global id of the receipt, as returned by completeBusiness.',
      }),
    },
    resolve: async (_root, { id }, ctx) => await findReceiptByGlobalId(ctx, id),
  }),
);

const CompleteBusinessPayload = builder
  .objectRef<Once<Completion>>('CompleteBusinessPayload')
  .implement({
    description: 'Result of completeBusiness.',
    fields: (t) => ({
      receipt: t.field({
        type: DeletionReceiptType,
        description: 'Receipt of the deletion.',
        resolve: ({ receipt }) => receipt,
      }),
      business: t.field({
        type: BusinessType,
        nullable: true,
        description:
          'Current state of the business. Null when the business itself was deleted. v4: GET /api/v4/business/detail.',
        resolve: async ({ receipt }, _args, ctx) =>
          receipt.businessDeleted
            ? null
            : await findBusiness(ctx, { databaseId: receipt.businessId }),
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

const CompleteBusinessInput = builder.inputType('CompleteBusinessInput', {
  description: 'Business to complete and the data to delete.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    business: t.field({
      type: BusinessLookup,
      required: true,
      description: 'Business to complete, by `databaseId` or another reference. v4: `business_id`.',
    }),
    deleteMode: t.field({
      type: DeleteMode,
      required: true,
      defaultValue: 'without_folio',
      description: 'Selection of the data to delete. v4: `delete_mode`.',
    }),
    expectedVersion: t.int({
      description:
        'Expected version of the business, from `CompletionPreview.version`. Nothing is deleted when the current version differs.',
    }),
  }),
});

builder.mutationField('completeBusiness', (t) =>
  t.field({
    type: CompleteBusinessPayload,
    description:
      'Deletes participants of a business, or the whole business, PERMANENTLY. Requires scope `business:complete`. v4: POST /api/v4/fiduciary/{business_id}/complete.',
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
        description: 'Business to complete and the data to delete.',
        validate: { schema: checksOf(completeBusinessInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await completeBusiness(ctx, input),
  }),
);
