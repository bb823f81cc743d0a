import type { ExtractionCheck, MissingField } from '../../domain/extraction/extracted.ts';
import type { Box } from '../../domain/extraction/read-document.ts';
import { parseDatabaseId } from '../../domain/global-id.ts';
import {
  type FoundExtraction,
  findExtraction,
  listExtractionsOfFile,
} from '../../resolvers/extraction/find-extraction.ts';
import { extractionInput } from '../../resolvers/extraction/inputs.ts';
import {
  type ShownField,
  type ShownFields,
  showFields,
} from '../../resolvers/extraction/show-fields.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { RequestedDocumentType } from '../files/document.ts';
import {
  CheckCodeEnum,
  DocumentKindEnum,
  ExtractionFailureEnum,
  ExtractionStatusEnum,
  FieldNameEnum,
  FieldSourceEnum,
  MissingReasonEnum,
} from './words.ts';

const BoxType = builder.objectRef<Box>('ExtractionBox').implement({
  description:
    "A rectangle on a page, in shares of the page's width and height from its top left corner. v4 `bbox`.",
  fields: (t) => ({
    left: t.exposeFloat('left', { description: 'How far from the left, 0 to 1. v4 `left`.' }),
    top: t.exposeFloat('top', { description: 'How far from the top, 0 to 1. v4 `top`.' }),
    width: t.exposeFloat('width', { description: 'How wide, 0 to 1. v4 `width`.' }),
    height: t.exposeFloat('height', { description: 'How high, 0 to 1. v4 `height`.' }),
  }),
});

export const ExtractedFieldType = builder.objectRef<ShownField>('ExtractedField').implement({
  description: 'A value that a document gives. v4: a member of `fields`.',
  fields: (t) => ({
    name: t.expose('name', {
      type: FieldNameEnum,
      description: 'What the value is of. v4: the name of the member.',
    }),
    value: t.exposeString('value', {
      nullable: true,
      description:
        'The value: days as YYYY-MM-DD, amounts without separators, several with a line each. Null without the scope PERSONAL_READ. v4 `value`.',
    }),
    confidence: t.exposeFloat('confidence', {
      description:
        'How sure it is, 0 to 1. From 0.9 on something besides the reading speaks for it. v4 `confidence`.',
    }),
    source: t.expose('source', {
      type: FieldSourceEnum,
      description: 'Where it was read. v4 `source`.',
    }),
    page: t.exposeInt('page', {
      nullable: true,
      description: 'The page, from 1; null where there are none. v4 `page`.',
    }),
    box: t.expose('box', {
      type: BoxType,
      nullable: true,
      description: 'Where on the page it stands; null where that is not known. v4 `bbox`.',
    }),
    recoveredFrom: t.exposeString('recoveredFrom', {
      nullable: true,
      description:
        'What letters such as Ñ are known from that the picture did not show: curp, rfc or mrz. v4 `recovered_from`.',
    }),
  }),
});

const MissingType = builder.objectRef<MissingField>('MissingField').implement({
  description: 'A field that has no value, and why. v4: an element of `missing`.',
  fields: (t) => ({
    name: t.expose('name', { type: FieldNameEnum, description: 'Which field. v4 `name`.' }),
    reason: t.expose('reason', {
      type: MissingReasonEnum,
      description: 'Why it has none. v4 `reason`.',
    }),
  }),
});

const CheckType = builder.objectRef<ExtractionCheck>('ExtractionCheck').implement({
  description: 'Something about a document that was checked. v4: an element of `checks`.',
  fields: (t) => ({
    code: t.expose('code', { type: CheckCodeEnum, description: 'What was checked. v4 `code`.' }),
    ok: t.exposeBoolean('ok', {
      nullable: true,
      description: 'Whether it is so; null where that could not be told. v4 `ok`.',
    }),
    detail: t.exposeString('detail', {
      description: 'The same in a sentence, which quotes nothing of the document. v4 `detail`.',
    }),
  }),
});

const FieldsType = builder.objectRef<ShownFields>('ExtractionFields').implement({
  description: 'What a document says. v4: `fields` and `missing`.',
  fields: (t) => ({
    isMasked: t.exposeBoolean('isMasked', {
      description: 'Whether the caller lacks the scope PERSONAL_READ. v4 `is_masked`.',
    }),
    found: t.expose('fields', {
      type: [ExtractedFieldType],
      description: 'The values that were found, one of each name. v4 `fields`.',
    }),
    missing: t.expose('missing', {
      type: [MissingType],
      description: 'What a document of the kind says and this one does not. v4 `missing`.',
    }),
  }),
});

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
    status: t.expose('status', {
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
  }),
});

builder.objectField(RequestedDocumentType, 'extractions', (t) =>
  t.field({
    type: [ExtractionType],
    description:
      'What its file was found to say, the newest first, at most 20. Needs the scope file:read. Not in v4.',
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
