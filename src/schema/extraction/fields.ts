import type { ExtractionCheck, MissingField } from '../../domain/extraction/extracted.ts';
import type { Box } from '../../domain/extraction/read-document.ts';
import type { ShownField, ShownFields } from '../../resolvers/extraction/show-fields.ts';
import { builder } from '../base/builder.ts';
import { CheckCodeEnum, FieldNameEnum, FieldSourceEnum, MissingReasonEnum } from './words.ts';

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

export const CheckType = builder.objectRef<ExtractionCheck>('ExtractionCheck').implement({
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

export const FieldsType = builder.objectRef<ShownFields>('ExtractionFields').implement({
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
