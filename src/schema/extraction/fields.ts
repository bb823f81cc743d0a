import type { Box } from '../../domain/extraction/document-content.ts';
import type { ExtractionCheck, MissingField } from '../../domain/extraction/extracted.ts';
import type { VisibleField, VisibleFields } from '../../resolvers/extraction/visible-fields.ts';
import { builder } from '../base/builder.ts';
import { CheckCodeEnum, FieldNameEnum, FieldSourceEnum, MissingReasonEnum } from './enums.ts';

const BoxType = builder.objectRef<Box>('ExtractionBox').implement({
  description:
    'Rectangle on a page. All measures are fractions of the width or the height of the page. v4: `bbox`.',
  fields: (t) => ({
    left: t.exposeFloat('left', {
      description: 'Distance of the rectangle from the left edge of the page, 0 to 1. v4: `left`.',
    }),
    top: t.exposeFloat('top', {
      description: 'Distance of the rectangle from the top edge of the page, 0 to 1. v4: `top`.',
    }),
    width: t.exposeFloat('width', {
      description: 'Width of the rectangle, 0 to 1. v4: `width`.',
    }),
    height: t.exposeFloat('height', {
      description: 'Height of the rectangle, 0 to 1. v4: `height`.',
    }),
  }),
});

export const ExtractedFieldType = builder.objectRef<VisibleField>('ExtractedField').implement({
  description: 'Field that was read from a document. v4: a member of `fields`.',
  fields: (t) => ({
    name: t.expose('name', {
      type: FieldNameEnum,
      description: 'Name of the field. v4: the name of the member.',
    }),
    value: t.exposeString('value', {
      nullable: true,
      description:
        'Value of the field. Dates are YYYY-MM-DD, amounts have no separators, and several values are separated by line breaks. Null without scope `personal:read`. v4: `value`.',
    }),
    confidence: t.exposeFloat('confidence', {
      description:
        'Confidence of the value, from 0 to 1. At 0.9 or more, other evidence in the document confirms the value. v4: `confidence`.',
    }),
    source: t.expose('source', {
      type: FieldSourceEnum,
      description: 'Part of the document that the value was read from. v4: `source`.',
    }),
    page: t.exposeInt('page', {
      nullable: true,
      description:
        'Number of the page that the value was read from, from 1. Null when the document has no pages. v4: `page`.',
    }),
    box: t.expose('box', {
      type: BoxType,
      nullable: true,
      description:
        'Position of the value on the page. Null when unknown, and without scope `personal:read`. v4: `bbox`.',
    }),
    recoveredFrom: t.exposeString('recoveredFrom', {
      nullable: true,
      description:
        'Source that restored letters that the image recognition had lost, for example Ñ: curp, rfc or mrz. Null when no letter was restored. v4: `recovered_from`.',
    }),
  }),
});

const MissingType = builder.objectRef<MissingField>('MissingField').implement({
  description:
    'Field that documents of this kind have but that has no value here, with the reason. v4: an element of `missing`.',
  fields: (t) => ({
    name: t.expose('name', {
      type: FieldNameEnum,
      description: 'Name of the field. v4: `name`.',
    }),
    reason: t.expose('reason', {
      type: MissingReasonEnum,
      description: 'Reason why the field has no value. v4: `reason`.',
    }),
  }),
});

export const CheckType = builder.objectRef<ExtractionCheck>('ExtractionCheck').implement({
  description: 'Consistency check of a document, with its result. v4: an element of `checks`.',
  fields: (t) => ({
    code: t.expose('code', {
      type: CheckCodeEnum,
      description: 'Code of the check, which determines the compared values. v4: `code`.',
    }),
    ok: t.exposeBoolean('ok', {
      nullable: true,
      description:
        'True when the check passed, false when it failed. Null when the check was not decided; `detail` states the reason. v4: `ok`.',
    }),
    detail: t.exposeString('detail', {
      description:
        'Result of the check as a sentence, in English. Quotes no content of the document. v4: `detail`.',
    }),
  }),
});

export const FieldsType = builder.objectRef<VisibleFields>('ExtractionFields').implement({
  description:
    'Fields of a document: those that were read, and those that are missing. v4: `fields` and `missing`.',
  fields: (t) => ({
    isMasked: t.exposeBoolean('isMasked', {
      description:
        'True when values are null because the caller lacks scope `personal:read`. v4: `is_masked`.',
    }),
    found: t.expose('fields', {
      type: [ExtractedFieldType],
      description: 'Fields that were read, at most one of each name. v4: `fields`.',
    }),
    missing: t.expose('missing', {
      type: [MissingType],
      description:
        'Fields that documents of this kind have but that have no value here. v4: `missing`.',
    }),
  }),
});
