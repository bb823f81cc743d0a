import { builder } from '../base/builder.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup } from '../base/lookups.ts';
import { ContradictionKindEnum } from './contradiction.ts';
import { PageFormatEnum, SectionKeyEnum } from './words.ts';

export const GenerateReportInput = builder.inputType('GenerateSocioeconomicReportInput', {
  description:
    'Subject and sources of the report to generate. Exactly one of `participant` and `externalPersonId` is required.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      description:
        'Participant to report on: a natural person with a valid consent. v4: `participant_id`.',
    }),
    externalPersonId: t.field({
      type: 'SafeInt',
      description:
        'Id that the provider assigned to the person to report on. Selects the newest participant with this id. v4: `id_persona`.',
    }),
    template: t.string({
      description: 'Key of the template. Defaults to the template of the gateway. v4: `template`.',
    }),
    sections: t.field({
      type: [SectionKeyEnum],
      description:
        'Sections to fill in, without duplicates. Defaults to all sections. v4: `sections`.',
    }),
    answersOfUserId: t.field({
      type: 'SafeInt',
      description:
        'Internal id of the user whose answers are used. Defaults to the caller. v4: `answers_of_user_id`.',
    }),
    correctsId: t.field({
      type: 'SafeInt',
      description:
        'Internal id of the final report that the new report corrects. Both concern the same person. v4: `corrects`.',
    }),
  }),
});

const ValueInput = builder.inputType('SocioeconomicValueInput', {
  description:
    'Value to store. Exactly one of the fields is required: the kind of the field in the template.',
  isOneOf: true,
  fields: (t) => ({
    text: t.string({ description: 'Text, at most 2000 characters.' }),
    money: t.field({
      type: 'SafeInt',
      description: 'Amount in centavos of the Mexican peso, 0 to 1,000,000,000,000.',
    }),
    count: t.int({ description: 'Whole number, 0 to 10,000.' }),
    date: t.field({ type: 'Date', description: 'Calendar date.' }),
    yesNo: t.boolean({ description: 'Yes or no.' }),
    choice: t.string({ description: 'Key of a choice of the template.' }),
  }),
});

const FieldInput = builder.inputType('SocioeconomicFieldInput', {
  description: 'Field to change, with its new value.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Key of the field in the template.' }),
    value: t.field({
      type: ValueInput,
      description: 'New value of the field. Null deletes the stored value.',
    }),
  }),
});

const ColumnInput = builder.inputType('SocioeconomicColumnInput', {
  description: 'Value of a row in one column.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Key of the column in the template.' }),
    value: t.field({ type: ValueInput, required: true, description: 'Value in the column.' }),
  }),
});

const RowInput = builder.inputType('SocioeconomicRowInput', {
  description: 'Row of a group, for example a member of the family.',
  fields: (t) => ({
    values: t.field({
      type: [ColumnInput],
      required: true,
      description: 'Values of the row, at most eight.',
    }),
  }),
});

const GroupInput = builder.inputType('SocioeconomicGroupInput', {
  description: 'Group to change. Its rows replace all stored rows of the group.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Key of the group in the template.' }),
    rows: t.field({
      type: [RowInput],
      required: true,
      description: 'Rows of the group, at most 40.',
    }),
  }),
});

export const UpdateSectionInput = builder.inputType('UpdateSocioeconomicSectionInput', {
  description: 'Changes to one section of a draft.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    reportId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Value of `databaseId` of the draft.',
    }),
    section: t.field({
      type: SectionKeyEnum,
      required: true,
      description: 'Section to change.',
    }),
    fields: t.field({
      type: [FieldInput],
      required: true,
      defaultValue: [],
      description: 'Fields to change, at most 60. Omitted fields keep their value.',
    }),
    groups: t.field({
      type: [GroupInput],
      required: true,
      defaultValue: [],
      description: 'Groups to change, at most 8. Omitted groups keep their rows.',
    }),
    expectedVersion: t.int({
      required: true,
      description:
        'Version of the report that the caller last read (`SocioeconomicReport.version`). Another current version is a conflict.',
    }),
  }),
});

export const FinalizeReportInput = builder.inputType('FinalizeSocioeconomicReportInput', {
  description: 'Draft to finalize.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    reportId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Value of `databaseId` of the draft.',
    }),
    expectedVersion: t.int({
      description:
        'Version of the report that the caller last read (`SocioeconomicReport.version`). Another current version is a conflict. When omitted, any version is accepted.',
    }),
    page: t.field({
      type: PageFormatEnum,
      description: 'Page format of the PDF. Defaults to LETTER.',
    }),
    acknowledge: t.field({
      type: [ContradictionKindEnum],
      description:
        'Contradictions that the report states and the caller confirms, from `SocioeconomicContent.contradictions`. The report stays a draft when one is missing: InputValidationError with the issue `not_acknowledged`.',
    }),
  }),
});
