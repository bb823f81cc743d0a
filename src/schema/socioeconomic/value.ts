import type { DocumentCell, DocumentField } from '../../domain/socioeconomic/report.ts';
import type { ReportValue, ValueSource } from '../../domain/socioeconomic/value.ts';
import { builder } from '../base/builder.ts';
import { USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';
import { SourceKindEnum, ValueKindEnum } from './enums.ts';

/** Source with the members of all kinds, so that a resolver can read a member without knowing the kind. */
type AnySource = {
  [Name in 'userId' | 'extractionId' | 'screeningId']?: number | null;
} & { [Name in 'questionnaire' | 'question' | 'field' | 'at']?: string | null };

function toAnySource(source: ValueSource): AnySource {
  return source;
}

export const ValueSourceType = builder.objectRef<ValueSource>('SocioeconomicSource').implement({
  description:
    'Source of a value in a report. Fields that do not apply to `kind` are null. v4: `source`.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: SourceKindEnum,
      description: 'Kind of the source. v4: `kind`.',
    }),
    userId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: (source) => toAnySource(source).userId ?? null,
      description:
        '`databaseId` of the user who gave the answer or typed the value. Null for other kinds, and for a typed value of an unknown user. v4: `user_id`.',
    }),
    questionnaire: t.string({
      nullable: true,
      resolve: (source) => toAnySource(source).questionnaire ?? null,
      description:
        'Key of the questionnaire. Null unless the source is an answer. v4: `questionnaire`.',
    }),
    question: t.string({
      nullable: true,
      resolve: (source) => toAnySource(source).question ?? null,
      description: 'Key of the question. Null unless the source is an answer. v4: `question`.',
    }),
    field: t.string({
      nullable: true,
      resolve: (source) => toAnySource(source).field ?? null,
      description:
        'Name of the field of the participant or the document. Null for other kinds, and when the source is the document as a whole. v4: `field`.',
    }),
    extractionId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: (source) => toAnySource(source).extractionId ?? null,
      description:
        '`databaseId` of the extraction. Null unless the source is an extraction. v4: `extraction_id`.',
    }),
    screeningId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: (source) => toAnySource(source).screeningId ?? null,
      description:
        '`databaseId` of the screening. Null unless the source is a screening. v4: `screening_id`.',
    }),
  }),
});

builder.objectField(ValueSourceType, 'typedAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    resolve: (source) => {
      const { at } = toAnySource(source);
      return at ? new Date(at) : null;
    },
    description:
      'Time when the user typed the value. Null unless the source is a typed value. v4: `at`.',
  }),
);

const ReportValueType = builder.objectRef<ReportValue>('SocioeconomicValue').implement({
  description:
    'Value of a report field. `kind` names the member that contains it; the other members are null. v4: `value`.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: ValueKindEnum,
      description: 'Kind of the value. v4: `kind`.',
    }),
    text: t.string({
      nullable: true,
      resolve: ({ kind, value }) => (kind === 'text' ? value : null),
      description: 'Text value. Null for other kinds. v4: `value`.',
    }),
    money: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: (value) => (value.kind === 'money' ? value.value : null),
      description: 'Amount in centavos of the Mexican peso. Null for other kinds. v4: `value`.',
    }),
    count: t.int({
      nullable: true,
      resolve: (value) => (value.kind === 'count' ? value.value : null),
      description: 'Whole number. Null for other kinds. v4: `value`.',
    }),
    date: t.field({
      type: 'Date',
      nullable: true,
      resolve: (value) => (value.kind === 'date' ? value.value : null),
      description: 'Calendar date. Null for other kinds. v4: `value`.',
    }),
    yesNo: t.boolean({
      nullable: true,
      resolve: (value) => (value.kind === 'yes_no' ? value.value : null),
      description: 'True for yes, false for no. Null for other kinds. v4: `value`.',
    }),
    choice: t.string({
      nullable: true,
      resolve: (value) => (value.kind === 'choice' ? value.value : null),
      description: 'Key of the selected option. Null for other kinds. v4: `value`.',
    }),
  }),
});

/** Cell with the key of its column. */
export type ShownCell = NonNullable<DocumentCell> & { column: string };

type Types = typeof builder.$inferSchemaTypes;

/** Defines the fields that a report field and a cell have in common. */
function defineValueFields<T extends NonNullable<DocumentCell>>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>,
) {
  return {
    value: t.field({
      type: ReportValueType,
      description: 'Value with its kind. v4: `value`.',
      resolve: ({ value }) => value,
    }),
    shown: t.string({
      nullable: true,
      description:
        'Label of the selected option, for display. Null when the kind of the value is not CHOICE.',
      resolve: ({ shown }) => shown,
    }),
    source: t.field({
      type: ValueSourceType,
      description: 'Source that the value was taken from. v4: `source`.',
      resolve: ({ source }) => source,
    }),
    contradictedBy: t.field({
      type: [ValueSourceType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description:
        'Other sources of the same field, which state a different value. Empty when no source differs.',
      resolve: ({ contradictedBy }) => contradictedBy,
    }),
  };
}

export const DocumentFieldType = builder.objectRef<DocumentField>('SocioeconomicField').implement({
  description:
    'Field of a report, with its value and the source of the value. v4: an element of `fields`.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key in the template. v4: `key`.' }),
    label: t.exposeString('label', { description: 'Label for display. v4: `label`.' }),
    ...defineValueFields(t),
  }),
});

export const DocumentCellType = builder.objectRef<ShownCell>('SocioeconomicCell').implement({
  description: 'Value in one column of a row, with the source of the value.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'Key of the column.' }),
    ...defineValueFields(t),
  }),
});
