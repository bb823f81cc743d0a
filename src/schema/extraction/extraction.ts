import { parseDatabaseId } from '../../domain/global-id.ts';
import {
  type FoundExtraction,
  findExtraction,
  listExtractionsOfFile,
} from '../../resolvers/extraction/find-extraction.ts';
import { extractionInput } from '../../resolvers/extraction/inputs.ts';
import { showFields } from '../../resolvers/extraction/show-fields.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { RequestedDocumentType } from '../files/document.ts';
import { CheckType, FieldsType } from './fields.ts';
import { DocumentKindEnum, ExtractionFailureEnum, ExtractionStatusEnum } from './words.ts';

export const ExtractionType = builder.objectRef<FoundExtraction>('Extraction');
builder.node(ExtractionType, {
  description:
    'What a document was found to say; it goes with the file. v4: GET /api/v4/document/extraction/{extraction_id}.',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId },
  loadOne: async (id, ctx) => (id === undefined ? null : await findExtraction(ctx, id)),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id. v4 `extraction_id`.',
      resolve: ({ id }) => id,
    }),
    status: t.expose('state', {
      type: ExtractionStatusEnum,
      description: 'Where the reading stands. v4 `status`.',
    }),
    failure: t.expose('failure', {
      type: ExtractionFailureEnum,
      nullable: true,
      description: 'Why it failed; null where it did not. v4 `failure`.',
    }),
    kind: t.expose('kind', {
      type: DocumentKindEnum,
      nullable: true,
      description: 'What the document is; null until it is read. v4 `tipo`.',
    }),
    claimedKind: t.expose('claimed', {
      type: DocumentKindEnum,
      nullable: true,
      description: 'What it was said to be. v4 `cod_tipo_docto` of the request.',
    }),
    confidence: t.exposeFloat('confidence', {
      nullable: true,
      description: 'How sure the kind is, 0 to 1. v4 `confidence`.',
    }),
    needsReview: t.exposeBoolean('needsReview', {
      nullable: true,
      description:
        'Whether a person should look: something is missing, unsure or does not agree. v4 `needs_review`.',
    }),
    pageCount: t.exposeInt('pageCount', {
      nullable: true,
      description: 'How many pages the document has, of which at most 30 are read. v4 `pages`.',
    }),
    pagesRead: t.exposeInt('pagesRead', {
      nullable: true,
      description:
        'How many of them were read so far, also while it is queued; null before that is known. v4 `pages_read`.',
    }),
  }),
});

builder.objectFields(ExtractionType, (t) => ({
  checks: t.expose('checks', {
    type: [CheckType],
    description: 'What was checked, each with what came of it. v4 `checks`.',
  }),
  fields: t.field({
    type: FieldsType,
    description: 'What the document says; reading it unmasked is recorded. v4 `fields`.',
    resolve: async ({ id }, _args, ctx) => await showFields(ctx, id),
  }),
  engine: t.exposeString('engine', {
    nullable: true,
    description: 'What read it, with its version. v4 `engine`.',
  }),
  durationMs: t.exposeInt('durationMs', {
    nullable: true,
    description: 'How long that took, in milliseconds. v4 `duration_ms`.',
  }),
  createdAt: t.expose('createdAt', {
    type: 'DateTime',
    description: 'When it was asked for. v4 `created_at`.',
  }),
  finishedAt: t.expose('finishedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was read; null until then. v4 `finished_at`.',
  }),
}));

builder.objectField(RequestedDocumentType, 'extractions', (t) =>
  t.field({
    type: [ExtractionType],
    description:
      'What its file was found to say, the newest first, at most 20. Needs the scope file:read.',
    resolve: async ({ downloadId }, _args, ctx) => await listExtractionsOfFile(ctx, downloadId),
  }),
);

builder.queryField('extraction', (t) =>
  t.field({
    type: ExtractionType,
    nullable: true,
    description:
      'Null when it does not exist or belongs to another service. v4: GET /api/v4/document/extraction/{extraction_id}.',
    args: {
      databaseId: t.arg({ type: 'SafeInt', required: true, description: 'Its internal id.' }),
    },
    validate: { schema: checksOf(extractionInput) },
    resolve: async (_root, { databaseId }, ctx) => await findExtraction(ctx, databaseId),
  }),
);
