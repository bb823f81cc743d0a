import { completionPreviewInput } from '../../resolvers/business/inputs.ts';
import {
  type CompletionPreview,
  previewCompletion,
} from '../../resolvers/completion/preview-completion.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup } from '../base/lookups.ts';
import { DeleteMode } from './completion.ts';

const CompletionPreviewType = builder.objectRef<CompletionPreview>('CompletionPreview').implement({
  description: 'Preview of the data that completeBusiness would delete.',
  fields: (t) => ({
    participantsToDelete: t.exposeInt('participantsToDelete', {
      description: 'Number of participants to delete.',
    }),
    documentsToDelete: t.exposeInt('documentsToDelete', {
      description: 'Number of requested documents to delete with the participants.',
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
    validate: { schema: checksOf(completionPreviewInput) },
    resolve: async (_root, args, ctx) => await previewCompletion(ctx, args),
  }),
);
