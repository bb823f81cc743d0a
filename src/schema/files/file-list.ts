import { findBusiness } from '../../resolvers/business/find-business.ts';
import { RECORD_PAGES } from '../../resolvers/common/newest-first.ts';
import {
  countFiles,
  listDocumentsOfFile,
  listFiles,
  listFilesInput,
} from '../../resolvers/files/list-files.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { createCountedConnection } from '../base/counted-connection.ts';
import { BusinessType } from '../business/business.ts';
import { pageCost } from '../limits/field-cost.ts';
import { RequestedDocumentType } from './document.ts';
import { FileStatus, FileType } from './file.ts';

builder.objectFields(FileType, (t) => ({
  business: t.field({
    type: BusinessType,
    nullable: true,
    description:
      'Business that the file belongs to. Null when the file belongs to none. v4: GET /api/v4/business/detail.',
    resolve: async ({ businessId }, _args, ctx) =>
      businessId === null ? null : await findBusiness(ctx, { databaseId: businessId }),
  }),
  documents: t.field({
    type: [RequestedDocumentType],
    description:
      'Requested documents that the file is attached to, at most 100. v4: documents with this `id_descarga`.',
    resolve: async ({ id }, _args, ctx) => await listDocumentsOfFile(ctx, id),
  }),
}));

const FileFilter = builder.inputType('FileFilter', {
  description: 'Filter for files. All given conditions must match.',
  fields: (t) => ({
    businessDatabaseId: t.field({
      type: 'SafeInt',
      description: '`databaseId` of the business that the file belongs to. v4: `business_id`.',
    }),
    statusIn: t.field({
      type: [FileStatus],
      description: 'Statuses of the files to match. ELSEWHERE matches no file. v4: `status`.',
    }),
    createdSince: t.field({
      type: 'DateTime',
      description: 'Matches files that were created at or after this time.',
    }),
    createdBefore: t.field({
      type: 'DateTime',
      description: 'Matches files that were created before this time.',
    }),
  }),
});

const FileConnection = createCountedConnection(FileType, 'File');

builder.queryField('files', (t) =>
  t.field({
    type: FileConnection,
    description:
      'Files of the service, newest first. A page has 20 items by default, at most 100. Requires scope `file:read`.',
    complexity: (args) => pageCost(args, RECORD_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: FileFilter,
        description: 'Filter for the files to return. Defaults to all files.',
      }),
    },
    validate: { schema: createChecks(listFilesInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countFiles(ctx, args.filter);
      return Object.assign(await listFiles(ctx, args), { count });
    },
  }),
);
