import { findBusiness } from '../../resolvers/business/find-business.ts';
import { completeBusinessInput } from '../../resolvers/business/inputs.ts';
import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import { type Completion, completeBusiness } from '../../resolvers/completion/complete-business.ts';
import { createChecks } from '../../validation/validate.ts';
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
import { CompletionWarningEnum, DeleteMode, DeletionReceiptType } from './completion.ts';

const CompleteBusinessPayload = builder
  .objectRef<IdempotentResult<Completion>>('CompleteBusinessPayload')
  .implement({
    description: 'Payload of completeBusiness.',
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
  description: 'Business to complete, and selection of its data to delete permanently.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    business: t.field({
      type: BusinessLookup,
      required: true,
      description: 'Business to complete. v4: `business_id`.',
    }),
    deleteMode: t.field({
      type: DeleteMode,
      required: true,
      defaultValue: 'without_folio',
      description: 'Selection of the data to delete. v4: `delete_mode`.',
    }),
    expectedVersion: t.int({
      description:
        'Version of the business that the caller last read (`CompletionPreview.version`). The mutation fails with VersionConflictError and deletes nothing when the current version differs. When omitted, any version is accepted.',
    }),
    acknowledge: t.field({
      type: [CompletionWarningEnum],
      description:
        'Warnings that the caller acknowledges (`CompletionPreview.warnings`). All warnings must be listed; otherwise nothing is deleted, and the mutation fails with InputValidationError, issue NOT_ACKNOWLEDGED. When omitted, the list is empty.',
    }),
  }),
});

builder.mutationField('completeBusiness', (t) =>
  t.field({
    type: CompleteBusinessPayload,
    description:
      'Completes a business: PERMANENTLY deletes its participants, or the whole business. completionPreview returns the counts of the data that would be deleted. For a business that mode ALL deleted earlier, a reference by `id` or `databaseId` returns the receipt of that deletion, and a reference by `externalId` or `code` fails with BusinessNotFoundError. Requires scope `business:complete`. v4: POST /api/v4/fiduciary/{business_id}/complete.',
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
        description: 'Business to complete, and selection of its data to delete permanently.',
        validate: { schema: createChecks(completeBusinessInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) =>
      await completeBusiness(ctx, { ...input, acknowledge: input.acknowledge ?? [] }),
  }),
);
