import { findBusiness } from '../../resolvers/business/find-business.ts';
import { RECORD_PAGES } from '../../resolvers/common/newest-first.ts';
import {
  countDeletionReceipts,
  listDeletionReceipts,
} from '../../resolvers/receipts/list-deletion-receipts.ts';
import { listReceiptsInput } from '../../resolvers/receipts/list-inputs.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { countedConnection } from '../base/counted-connection.ts';
import { pageCost } from '../limits/field-cost.ts';
import { BusinessType } from './business.ts';
import { DeleteMode, DeletionReceiptType } from './completion.ts';

builder.objectField(DeletionReceiptType, 'business', (t) =>
  t.field({
    type: BusinessType,
    nullable: true,
    description: 'Null once the business is deleted. v4: GET /api/v4/business/detail.',
    resolve: async ({ businessId, businessDeleted }, _args, ctx) =>
      businessDeleted ? null : await findBusiness(ctx, { databaseId: businessId }),
  }),
);

const DeletionReceiptFilter = builder.inputType('DeletionReceiptFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    businessDatabaseId: t.field({
      type: 'SafeInt',
      description:
        'The internal id of the business, also of one that is deleted. v4 `business_id`.',
    }),
    completedByUserId: t.field({
      type: 'SafeInt',
      description: 'The internal id of the user whose request deleted. Not in v4.',
    }),
    deleteMode: t.field({
      type: DeleteMode,
      description: 'What was to be deleted. v4 `delete_mode`.',
    }),
    completedSince: t.field({
      type: 'DateTime',
      description: 'Deleted at this instant or later. Not in v4.',
    }),
    completedBefore: t.field({
      type: 'DateTime',
      description: 'Deleted before this instant. Not in v4.',
    }),
  }),
});

const DeletionReceiptConnection = countedConnection(DeletionReceiptType, 'DeletionReceipt');

builder.queryField('deletionReceipts', (t) =>
  t.field({
    type: DeletionReceiptConnection,
    description:
      'The receipts of what was permanently deleted, the newest first. Pages of 20, at most 100. Not in v4.',
    complexity: (args) => pageCost(args, RECORD_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: DeletionReceiptFilter,
        description: 'Which receipts are listed; all, left out.',
      }),
    },
    validate: { schema: checksOf(listReceiptsInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countDeletionReceipts(ctx, args.filter);
      return Object.assign(await listDeletionReceipts(ctx, args), { count });
    },
  }),
);
