import type { DocumentCell, DocumentField } from '../../domain/socioeconomic/report.ts';
import type { ReportValue, ValueSource } from '../../domain/socioeconomic/value.ts';
import { builder } from '../base/builder.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';
import { SourceKindEnum, ValueKindEnum } from './words.ts';

/** Every member that some source has. */
type AnySource = {
  [Name in 'userId' | 'extractionId' | 'screeningId']?: number | null;
} & { [Name in 'questionnaire' | 'question' | 'field' | 'at']?: string | null };

function anyOf(source: ValueSource): AnySource {
  return source;
}

const ValueSourceType = builder.objectRef<ValueSource>('SocioeconomicSource').implement({
  description: 'Where a value comes from; what does not belong to its kind is null. v4 `source`.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SourceKindEnum, description: 'What it is. v4 `kind`.' }),
    userId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: (source) => anyOf(source).userId ?? null,
      description: 'Whose answer it is, or who typed it.',
    }),
    questionnaire: t.string({
      nullable: true,
      resolve: (source) => anyOf(source).questionnaire ?? null,
      description: 'The key of the questionnaire.',
    }),
    question: t.string({
      nullable: true,
      resolve: (source) => anyOf(source).question ?? null,
      description: 'The key of the question.',
    }),
    field: t.string({
      nullable: true,
      resolve: (source) => anyOf(source).field ?? null,
      description: 'The member of the participant or of the document.',
    }),
    extractionId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: (source) => anyOf(source).extractionId ?? null,
      description: 'The reading of a document.',
    }),
    screeningId: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: (source) => anyOf(source).screeningId ?? null,
      description: 'The screening.',
    }),
    typedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: (source) => {
        const { at } = anyOf(source);
        return at ? new Date(at) : null;
      },
      description: 'When it was typed.',
    }),
  }),
});

const ReportValueType = builder.objectRef<ReportValue>('SocioeconomicValue').implement({
  description: 'What one field says; only the member of its kind is not null. v4 `value`.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ValueKindEnum, description: 'What it is. v4 `kind`.' }),
    text: t.string({
      nullable: true,
      resolve: ({ kind, value }) => (kind === 'text' ? value : null),
      description: 'Words of any kind. v4 `value`.',
    }),
    money: t.field({
      type: 'SafeInt',
      nullable: true,
      resolve: (one) => (one.kind === 'money' ? one.value : null),
      description: 'An amount in centavos of a Mexican peso. v4 `value`.',
    }),
    count: t.int({
      nullable: true,
      resolve: (one) => (one.kind === 'count' ? one.value : null),
      description: 'A whole number. v4 `value`.',
    }),
    date: t.field({
      type: 'Date',
      nullable: true,
      resolve: (one) => (one.kind === 'date' ? one.value : null),
      description: 'A day. v4 `value`.',
    }),
    yesNo: t.boolean({
      nullable: true,
      resolve: (one) => (one.kind === 'yes_no' ? one.value : null),
      description: 'Yes or no. v4 `value`.',
    }),
    choice: t.string({
      nullable: true,
      resolve: (one) => (one.kind === 'choice' ? one.value : null),
      description: 'The key of a choice of the template. v4 `value`.',
    }),
  }),
});

/** `column` is the key of it. */
export type ShownCell = NonNullable<DocumentCell> & { column: string };

type Types = typeof builder.$inferSchemaTypes;

/** What a field and a cell both tell of what they say. */
function saidFields<T extends NonNullable<DocumentCell>>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, T>,
) {
  return {
    value: t.field({
      type: ReportValueType,
      description: 'What it says. v4 `value`.',
      resolve: ({ value }) => value,
    }),
    shown: t.string({
      nullable: true,
      description: 'The words of a choice; null for any other.',
      resolve: ({ shown }) => shown,
    }),
    source: t.field({
      type: ValueSourceType,
      description: 'Where it comes from. v4 `source`.',
      resolve: ({ source }) => source,
    }),
    contradictedBy: t.field({
      type: [ValueSourceType],
      complexity: RARE_LIST_COST,
      description: 'Sources that say something else.',
      resolve: ({ contradictedBy }) => contradictedBy,
    }),
  };
}

export const DocumentFieldType = builder.objectRef<DocumentField>('SocioeconomicField').implement({
  description: 'One thing that a report says. v4: an element of `fields`.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its key in the template. v4 `key`.' }),
    label: t.exposeString('label', { description: 'What a person reads. v4 `label`.' }),
    ...saidFields(t),
  }),
});

export const DocumentCellType = builder.objectRef<ShownCell>('SocioeconomicCell').implement({
  description: 'What a row says in one column.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'The key of the column.' }),
    ...saidFields(t),
  }),
});
