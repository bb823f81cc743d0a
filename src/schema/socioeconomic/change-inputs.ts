import { builder } from '../base/builder.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup } from '../base/lookups.ts';
import { PageFormatEnum, SectionKeyEnum } from './words.ts';

export const GenerateReportInput = builder.inputType('GenerateSocioeconomicReportInput', {
  description: 'Of whom: exactly one of participant and externalPersonId; and of what.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      description: 'A natural person who has agreed. v4 `participant_id`.',
    }),
    externalPersonId: t.field({
      type: 'SafeInt',
      description:
        'The same by the id of the provider; the newest, where several are. v4 `id_persona`.',
    }),
    template: t.string({
      description: 'The key of a template; the gateway’s own, left out. v4 `template`.',
    }),
    sections: t.field({
      type: [SectionKeyEnum],
      description: 'Only these are filled in; all, left out. v4 `sections`.',
    }),
    answersOfUserId: t.field({
      type: 'SafeInt',
      description: 'Whose answers it is made of; your own, left out. v4 `answers_of_user_id`.',
    }),
    correctsId: t.field({
      type: 'SafeInt',
      description: 'A final report of the same person that it is to stand in for. v4 `corrects`.',
    }),
  }),
});

const ValueInput = builder.inputType('SocioeconomicValueInput', {
  description: 'What is typed, of exactly one kind: that of the field in the template.',
  isOneOf: true,
  fields: (t) => ({
    text: t.string({ description: 'Words, at most 2000. Not in v4.' }),
    money: t.field({
      type: 'SafeInt',
      description: 'An amount in centavos of a Mexican peso, none below 0. Not in v4.',
    }),
    count: t.int({ description: 'A whole number, 0 to 10 000. Not in v4.' }),
    date: t.field({ type: 'Date', description: 'A day. Not in v4.' }),
    yesNo: t.boolean({ description: 'Yes or no. Not in v4.' }),
    choice: t.string({ description: 'The key of a choice of the template. Not in v4.' }),
  }),
});

const FieldInput = builder.inputType('SocioeconomicFieldInput', {
  description: 'What a field is to say.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Its key in the template. Not in v4.' }),
    value: t.field({
      type: ValueInput,
      description: 'What it says; null takes away what it said. Not in v4.',
    }),
  }),
});

const ColumnInput = builder.inputType('SocioeconomicColumnInput', {
  description: 'What a row says in one column.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Its key in the template. Not in v4.' }),
    value: t.field({ type: ValueInput, required: true, description: 'What it says. Not in v4.' }),
  }),
});

const RowInput = builder.inputType('SocioeconomicRowInput', {
  description: 'A row, such as a member of the family.',
  fields: (t) => ({
    values: t.field({
      type: [ColumnInput],
      required: true,
      description: 'What is known of it, at most eight. Not in v4.',
    }),
  }),
});

const GroupInput = builder.inputType('SocioeconomicGroupInput', {
  description: 'All rows of a group, in place of those that are there.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Its key in the template. Not in v4.' }),
    rows: t.field({ type: [RowInput], required: true, description: 'At most forty. Not in v4.' }),
  }),
});

export const UpdateSectionInput = builder.inputType('UpdateSocioeconomicSectionInput', {
  description: 'What is written into a section of a draft.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    reportId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'The `databaseId` of the draft. Not in v4.',
    }),
    section: t.field({
      type: SectionKeyEnum,
      required: true,
      description: 'Which section. Not in v4.',
    }),
    fields: t.field({
      type: [FieldInput],
      required: true,
      defaultValue: [],
      description: 'Fields that change, at most sixty; the others stay. Not in v4.',
    }),
    groups: t.field({
      type: [GroupInput],
      required: true,
      defaultValue: [],
      description: 'Groups that change, at most eight; the others stay. Not in v4.',
    }),
    expectedVersion: t.int({
      required: true,
      description: 'SocioeconomicReport.version that you have seen. Not in v4.',
    }),
  }),
});

export const FinalizeReportInput = builder.inputType('FinalizeSocioeconomicReportInput', {
  description: 'Which draft becomes final.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    reportId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Its `databaseId`. Not in v4.',
    }),
    expectedVersion: t.int({
      description: 'SocioeconomicReport.version that you have seen; any, left out. Not in v4.',
    }),
    page: t.field({
      type: PageFormatEnum,
      description: 'What it is printed on; LETTER, left out. Not in v4.',
    }),
  }),
});
