import { completionPreviewInput } from '../../resolvers/business/inputs.ts';
import {
  type CompletionPreview,
  previewCompletion,
} from '../../resolvers/completion/preview-completion.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup } from '../base/lookups.ts';
import { CompletionWarningEnum, DeleteMode } from './completion.ts';

const CompletionPreviewType = builder.objectRef<CompletionPreview>('CompletionPreview').implement({
  description:
    'Counts of the data that completeBusiness would delete. Reading the preview deletes nothing.',
  fields: (t) => ({
    warnings: t.expose('warnings', {
      type: [CompletionWarningEnum],
      description:
        'Warnings about the deletion. completeBusiness fails unless `acknowledge` lists all of them.',
    }),
    pendingMatchesToDelete: t.exposeInt('pendingMatches', {
      description: 'Number of matches to delete that await a decision.',
    }),
    trueMatchesToDelete: t.exposeInt('trueMatches', {
      description: 'Number of matches to delete whose decision is TRUE_MATCH.',
    }),
    matchesToDelete: t.exposeInt('matches', {
      description: 'Number of matches to delete in any state, with all decisions on them.',
    }),
    participantsToDelete: t.exposeInt('participants', {
      description: 'Number of participants to delete.',
    }),
    documentsToDelete: t.exposeInt('documents', {
      description: 'Number of requested documents to delete with the participants.',
    }),
    screeningsToDelete: t.exposeInt('screenings', {
      description: 'Number of screenings to delete.',
    }),
    reportsToDelete: t.exposeInt('reports', {
      description:
        'Number of reports to delete: socioeconomic reports and screening reports, of which the JSON and the PDF of one screening count as two.',
    }),
    consentsToDelete: t.exposeInt('consents', { description: 'Number of consents to delete.' }),
    extractionsToDelete: t.exposeInt('extractions', {
      description: 'Number of extractions of documents to delete.',
    }),
    filesToDelete: t.exposeInt('files', { description: 'Number of files to delete.' }),
    deletesBusiness: t.exposeBoolean('deletesBusiness', {
      description: 'True when the business itself would be deleted. v4: `delete_mode` is `all`.',
    }),
    version: t.exposeInt('version', {
      description:
        'Version of the business that the preview describes. When it is sent as `expectedVersion` of completeBusiness, nothing is deleted if the business has changed since.',
    }),
  }),
});

builder.queryField('completionPreview', (t) =>
  t.field({
    type: CompletionPreviewType,
    nullable: true,
    description:
      'Counts of the data that completeBusiness would delete. Reading the preview deletes nothing. Null when the service has no such business. Requires scope `business:read`.',
    args: {
      business: t.arg({
        type: BusinessLookup,
        required: true,
        description: 'Business whose data would be deleted.',
      }),
      deleteMode: t.arg({
        type: DeleteMode,
        required: true,
        defaultValue: 'without_folio',
        description: 'Selection of the data that would be deleted.',
      }),
    },
    validate: { schema: createChecks(completionPreviewInput) },
    resolve: async (_root, args, ctx) => await previewCompletion(ctx, args),
  }),
);
