import { findBusiness } from '../../resolvers/business/find-business.ts';
import { RECORD_PAGES } from '../../resolvers/common/newest-first.ts';
import {
  countFiles,
  listDocumentsOfFile,
  listFiles,
  listFilesInput,
} from '../../resolvers/files/list-files.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { countedConnection } from '../base/counted-connection.ts';
import { BusinessType } from '../business/business.ts';
import { pageCost } from '../limits/field-cost.ts';
import { RequestedDocumentType } from './document.ts';
import { FileStatus, FileType } from './file.ts';

builder.objectFields(FileType, (t) => ({
  business: t.field({
    type: BusinessType,
    nullable: true,
    description:
      'The business that it goes with; null where it was sent for nobody yet. v4: GET /api/v4/business/detail.',
    resolve: async ({ businessId }, _args, ctx) =>
      businessId === null ? null : await findBusiness(ctx, { databaseId: businessId }),
  }),
  documents: t.field({
    type: [RequestedDocumentType],
    description: 'The documents whose v4 `id_descarga` it is, at most 100.',
    resolve: async ({ id }, _args, ctx) => await listDocumentsOfFile(ctx, id),
  }),
}));

const FileFilter = builder.inputType('FileFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    businessDatabaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id of the business that the file goes with. v4 `business_id`.',
    }),
    statusIn: t.field({
      type: [FileStatus],
      description:
        'One of these. Files of which only the id is known are not listed, so that ELSEWHERE lets nothing through. v4 `status`.',
    }),
    createdSince: t.field({
      type: 'DateTime',
      description: 'Announced or sent at this instant or later.',
    }),
    createdBefore: t.field({
      type: 'DateTime',
      description: 'Announced or sent before this instant.',
    }),
  }),
});

const FileConnection = countedConnection(FileType, 'File');

builder.queryField('files', (t) =>
  t.field({
    type: FileConnection,
    description:
      'The files of the service, the newest first. Pages of 20, at most 100. Needs the scope file:read.',
    complexity: (args) => pageCost(args, RECORD_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: FileFilter, description: 'Files to list. Defaults to all files.' }),
    },
    validate: { schema: checksOf(listFilesInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countFiles(ctx, args.filter);
      return Object.assign(await listFiles(ctx, args), { count });
    },
  }),
);
