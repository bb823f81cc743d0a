import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import {
  type FoundExtraction,
  findExtraction,
  listExtractionsOfFile,
} from '../../resolvers/extraction/find-extraction.ts';
import { extractionInput } from '../../resolvers/extraction/inputs.ts';
import { getVisibleFields } from '../../resolvers/extraction/visible-fields.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { RequestedDocumentType } from '../files/document.ts';
import { DocumentKindEnum, ExtractionFailureEnum, ExtractionStatusEnum } from './enums.ts';
import { CheckType, FieldsType } from './fields.ts';

export const ExtractionType = builder.objectRef<FoundExtraction>('Extraction');
builder.node(ExtractionType, {
  description:
    'Extraction of the content of a document. The extraction is deleted together with the file, and when the file has 20 newer extractions. v4: GET /api/v4/document/extraction/{extraction_id}.',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId },
  loadOne: async (id, ctx) => (id === undefined ? null : await findExtraction(ctx, id)),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the extraction, unique in the service. v4: `extraction_id`.',
      resolve: ({ id }) => id,
    }),
    status: t.expose('state', {
      type: ExtractionStatusEnum,
      description: 'Status of the extraction. v4: `status`.',
    }),
    failure: t.expose('failure', {
      type: ExtractionFailureEnum,
      nullable: true,
      description:
        'Reason why the extraction failed. Null unless the status is FAILED. v4: `failure`.',
    }),
    kind: t.expose('kind', {
      type: DocumentKindEnum,
      nullable: true,
      description: 'Detected document kind. Null unless the status is DONE. v4: `tipo`.',
    }),
    claimedKind: t.expose('claimed', {
      type: DocumentKindEnum,
      nullable: true,
      description:
        'Document kind that the client claimed. Null when the client claimed none. v4: `cod_tipo_docto` of the request.',
    }),
    confidence: t.exposeFloat('confidence', {
      nullable: true,
      description:
        'Confidence of the detected kind, from 0 to 1. Null unless the status is DONE. v4: `confidence`.',
    }),
    needsReview: t.exposeBoolean('needsReview', {
      nullable: true,
      description:
        'True when a human should review the document, because a value is missing, uncertain or inconsistent. Null unless the status is DONE. v4: `needs_review`.',
    }),
    pageCount: t.exposeInt('pageCount', {
      nullable: true,
      description:
        'Number of pages of the document. At most 30 of them are read. Null until the number is known, and when the status is FAILED. v4: `pages`.',
    }),
    pagesRead: t.exposeInt('pagesRead', {
      nullable: true,
      description:
        'Number of pages read so far, updated while the status is QUEUED. Null until a page was read, and when the status is FAILED. v4: `pages_read`.',
    }),
  }),
});

builder.objectFields(ExtractionType, (t) => ({
  checks: t.expose('checks', {
    type: [CheckType],
    description:
      'Checks of the document with their results. Empty unless the status is DONE. v4: `checks`.',
  }),
  fields: t.field({
    type: FieldsType,
    description:
      'Fields of the document. Empty unless the status is DONE. Values are null without scope `personal:read`. With the scope, every read is recorded in the audit trail. v4: `fields`.',
    resolve: async ({ id }, _args, ctx) => await getVisibleFields(ctx, id),
  }),
  engine: t.exposeString('engine', {
    nullable: true,
    description:
      'Name and version of the engine that read the document. Null while the status is QUEUED, and when the extraction failed before a reading ended (FILE_GONE, GIVEN_UP). v4: `engine`.',
  }),
  durationMs: t.exposeInt('durationMs', {
    nullable: true,
    description:
      'Duration of the reading, in milliseconds. Null while the status is QUEUED, and when the extraction failed before a reading ended (FILE_GONE, GIVEN_UP). v4: `duration_ms`.',
  }),
  createdAt: t.expose('createdAt', {
    type: 'DateTime',
    description: 'Time when the extraction was requested. v4: `created_at`.',
  }),
  finishedAt: t.expose('finishedAt', {
    type: 'DateTime',
    nullable: true,
    description:
      'Time when the extraction finished or failed. Null while the status is QUEUED. v4: `finished_at`.',
  }),
}));

builder.objectField(RequestedDocumentType, 'extractions', (t) =>
  t.field({
    type: [ExtractionType],
    description:
      'Extractions of the attached file, newest first, at most 20. Requires scope `file:read`.',
    resolve: async ({ downloadId }, _args, ctx) => await listExtractionsOfFile(ctx, downloadId),
  }),
);

builder.queryField('extraction', (t) =>
  t.field({
    type: ExtractionType,
    nullable: true,
    description:
      'Extraction with the given id. Null when the service has no such extraction. Requires scope `file:read`. v4: GET /api/v4/document/extraction/{extraction_id}.',
    args: {
      databaseId: t.arg({
        type: 'SafeInt',
        required: true,
        description: '`databaseId` of the extraction.',
      }),
    },
    validate: { schema: createChecks(extractionInput) },
    resolve: async (_root, { databaseId }, ctx) => await findExtraction(ctx, databaseId),
  }),
);
