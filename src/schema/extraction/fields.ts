import type { Box } from '../../domain/extraction/document-content.ts';
import type { ExtractionCheck, MissingField } from '../../domain/extraction/extracted.ts';
import type { ShownField, ShownFields } from '../../resolvers/extraction/show-fields.ts';
import { builder } from '../base/builder.ts';
import { CheckCodeEnum, FieldNameEnum, FieldSourceEnum, MissingReasonEnum } from './words.ts';

const BoxType = builder.objectRef<Box>('ExtractionBox').implement({
  description:
    'Rectangle on a page, in fractions of the width and height of the page, from its top left corner. v4: `bbox`.',
  fields: (t) => ({
    left: t.exposeFloat('left', {
      description: 'Distance from the left edge, 0 to 1. v4: `left`.',
    }),
    top: t.exposeFloat('top', { description: 'Distance from the top edge, 0 to 1. v4: `top`.' }),
    width: t.exposeFloat('width', { description: 'Width of the rectangle, 0 to 1. v4: `width`.' }),
    height: t.exposeFloat('height', {
      description: 'Height of the rectangle, 0 to 1. v4: `height`.',
    }),
  }),
});

export const ExtractedFieldType = builder.objectRef<ShownField>('ExtractedField').implement({
  description: 'Field extracted from a document. v4: a member of `fields`.',
  fields: (t) => ({
    name: t.expose('name', {
      type: FieldNameEnum,
      description: 'Name of the field. v4: the name of the member.',
    }),
    value: t.exposeString('value', {
      nullable: true,
      description:
        'Value of the field: dates as YYYY-MM-DD, amounts without separators, several values one a line. Null without scope `personal:read`. v4: `value`.',
    }),
    confidence: t.exposeFloat('confidence', {
      description:
        'Confidence of the value, from 0 to 1. From 0.9, evidence other than the reading itself supports the value. v4: `confidence`.',
    }),
    source: t.expose('source', {
      type: FieldSourceEnum,
      description: 'Part of the document that the value was read from. v4: `source`.',
    }),
    page: t.exposeInt('page', {
      nullable: true,
      description: 'Page number, from 1. Null when the document has no pages. v4: `page`.',
    }),
    box: t.expose('box', {
      type: BoxType,
      nullable: true,
      description:
        'Position on the page. Null when unknown, and without scope `personal:read`. v4: `bbox`.',
    }),
    recoveredFrom: t.exposeString('recoveredFrom', {
      nullable: true,
      description:
        'Source that restored letters, for example Ñ, that were not recognized in the image: curp, rfc or mrz. Null when no letter was restored. v4: `recovered_from`.',
    }),
  }),
});

const MissingType = builder.objectRef<MissingField>('MissingField').implement({
  description: 'Field without a value, with the reason. v4: an element of `missing`.',
  fields: (t) => ({
    name: t.expose('name', { type: FieldNameEnum, description: 'Name of the field. v4: `name`.' }),
    reason: t.expose('reason', {
      type: MissingReasonEnum,
      description: 'Reason why the field has no value. v4: `reason`.',
    }),
  }),
});

export const CheckType = builder.objectRef<ExtractionCheck>('ExtractionCheck').implement({
  description: 'Check of a document with its result. v4: an element of `checks`.',
  fields: (t) => ({
    code: t.expose('code', { type: CheckCodeEnum, description: 'Code of the check. v4: `code`.' }),
    ok: t.exposeBoolean('ok', {
      nullable: true,
      description:
        'True when the check passed, false when it failed. Null when it could not be decided. v4: `ok`.',
    }),
    detail: t.exposeString('detail', {
      description:
        'Result of the check as a sentence, which quotes no content of the document. v4: `detail`.',
    }),
  }),
});

export const FieldsType = builder.objectRef<ShownFields>('ExtractionFields').implement({
  description: 'Extracted and missing fields of a document. v4: `fields` and `missing`.',
  fields: (t) => ({
    isMasked: t.exposeBoolean('isMasked', {
      description: 'True when the caller lacks scope `personal:read`. v4: `is_masked`.',
    }),
    found: t.expose('fields', {
      type: [ExtractedFieldType],
      description: 'Extracted fields, at most one of each name. v4: `fields`.',
    }),
    missing: t.expose('missing', {
      type: [MissingType],
      description:
        'Fields that documents of this kind have and this document lacks. v4: `missing`.',
    }),
  }),
});
