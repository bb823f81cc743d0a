import { findBusiness } from '../../resolvers/business/find-business.ts';
import { RECORD_PAGES } from '../../resolvers/common/newest-first.ts';
import {
  countDeletionReceipts,
  listDeletionReceipts,
} from '../../resolvers/receipts/list-deletion-receipts.ts';
import { listReceiptsInput } from '../../resolvers/receipts/list-inputs.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { createCountedConnection } from '../base/counted-connection.ts';
import { pageCost } from '../limits/field-cost.ts';
import { BusinessType } from './business.ts';
import { DeleteMode, DeletionReceiptType } from './completion.ts';

builder.objectField(DeletionReceiptType, 'business', (t) =>
  t.field({
    type: BusinessType,
    nullable: true,
    description:
      'Current state of the business. Null when the business was deleted, with this receipt or later. v4: GET /api/v4/business/detail.',
    resolve: async ({ businessId, businessDeleted }, _args, ctx) =>
      businessDeleted ? null : await findBusiness(ctx, { databaseId: businessId }),
  }),
);

const DeletionReceiptFilter = builder.inputType('DeletionReceiptFilter', {
  description: 'Filter for deletion receipts. All given conditions must match.',
  fields: (t) => ({
    businessDatabaseId: t.field({
      type: 'SafeInt',
      description: '`databaseId` of the business, which may have been deleted. v4: `business_id`.',
    }),
    completedByUserId: t.field({
      type: 'SafeInt',
      description: '`databaseId` of the user who requested the deletion.',
    }),
    deleteMode: t.field({
      type: DeleteMode,
      description: 'Selection of the data that the request deleted. v4: `delete_mode`.',
    }),
    completedSince: t.field({
      type: 'DateTime',
      description: 'Matches deletions at or after this time.',
    }),
    completedBefore: t.field({
      type: 'DateTime',
      description: 'Matches deletions before this time.',
    }),
  }),
});

const DeletionReceiptConnection = createCountedConnection(DeletionReceiptType, 'DeletionReceipt');

builder.queryField('deletionReceipts', (t) =>
  t.field({
    type: DeletionReceiptConnection,
    description:
      'Receipts of permanent deletions, newest first. A page has 20 items by default, at most 100. Requires scope `business:read`.',
    complexity: (args) => pageCost(args, RECORD_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: DeletionReceiptFilter,
        description: 'Filter for the receipts to return. Defaults to all receipts.',
      }),
    },
    validate: { schema: createChecks(listReceiptsInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countDeletionReceipts(ctx, args.filter);
      return Object.assign(await listDeletionReceipts(ctx, args), { count });
    },
  }),
);
