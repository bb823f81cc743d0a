import { completionPreviewInput } from '../../resolvers/business/inputs.ts';
import {
  type CompletionPreview,
  previewCompletion,
} from '../../resolvers/completion/preview-completion.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup } from '../base/lookups.ts';
import { DeleteMode } from './completion.ts';

const CompletionPreviewType = builder.objectRef<CompletionPreview>('CompletionPreview').implement({
  description: 'What completeBusiness would delete now. Not in v4.',
  fields: (t) => ({
    participantsToDelete: t.exposeInt('participantsToDelete', {
      description: 'How many participants would go. Not in v4.',
    }),
    documentsToDelete: t.exposeInt('documentsToDelete', {
      description: 'How many requested documents would go with them. Not in v4.',
    }),
    deletesBusiness: t.exposeBoolean('deletesBusiness', {
      description: 'Whether the business itself goes. v4: `delete_mode` is `all`.',
    }),
    version: t.exposeInt('version', {
      description:
        'The version that was looked at: as `expectedVersion` it keeps completeBusiness from deleting anything else. Not in v4.',
    }),
  }),
});

builder.queryField('completionPreview', (t) =>
  t.field({
    type: CompletionPreviewType,
    nullable: true,
    description:
      'What completeBusiness would delete; reads only. Null when the business does not exist or belongs to another service. Not in v4.',
    args: {
      business: t.arg({
        type: BusinessLookup,
        required: true,
        description: 'The business to look at.',
      }),
      deleteMode: t.arg({
        type: DeleteMode,
        required: true,
        defaultValue: 'without_folio',
        description: 'What completeBusiness would be asked to delete.',
      }),
    },
    validate: { schema: checksOf(completionPreviewInput) },
    resolve: async (_root, args, ctx) => await previewCompletion(ctx, args),
  }),
);
