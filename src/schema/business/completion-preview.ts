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
  description: 'Preview of the data that completeBusiness would delete.',
  fields: (t) => ({
    warnings: t.expose('warnings', {
      type: [CompletionWarningEnum],
      description:
        'Warnings of the completion. completeBusiness fails unless its input names each of them in `acknowledge`.',
    }),
    pendingMatchesToDelete: t.exposeInt('pendingMatches', {
      description: 'Number of matches to delete that await a decision.',
    }),
    trueMatchesToDelete: t.exposeInt('trueMatches', {
      description: 'Number of matches to delete that are decided as TRUE_MATCH.',
    }),
    matchesToDelete: t.exposeInt('matches', {
      description: 'Number of matches to delete in any state, including all decisions on them.',
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
        'Number of reports to delete: screening reports, JSON and PDF counted separately, and socio-economic reports.',
    }),
    consentsToDelete: t.exposeInt('consents', {
      description: 'Number of consents to delete.',
    }),
    extractionsToDelete: t.exposeInt('extractions', {
      description: 'Number of extractions of documents to delete.',
    }),
    filesToDelete: t.exposeInt('files', {
      description: 'Number of files to delete.',
    }),
    deletesBusiness: t.exposeBoolean('deletesBusiness', {
      description: 'True when the business itself would be deleted. v4: `delete_mode` is `all`.',
    }),
    version: t.exposeInt('version', {
      description:
        'Version of the business that the preview describes. As `expectedVersion`, makes completeBusiness fail when the business changed since.',
    }),
  }),
});

builder.queryField('completionPreview', (t) =>
  t.field({
    type: CompletionPreviewType,
    nullable: true,
    description:
      'Preview of completeBusiness; deletes nothing. Null when the business does not exist or belongs to another service.',
    args: {
      business: t.arg({
        type: BusinessLookup,
        required: true,
        description: 'Business to preview.',
      }),
      deleteMode: t.arg({
        type: DeleteMode,
        required: true,
        defaultValue: 'without_folio',
        description: 'Delete mode to preview.',
      }),
    },
    validate: { schema: createChecks(completionPreviewInput) },
    resolve: async (_root, args, ctx) => await previewCompletion(ctx, args),
  }),
);
