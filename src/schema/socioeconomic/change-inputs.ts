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
    text: t.string({ description: 'Words, at most 2000.' }),
    money: t.field({
      type: 'SafeInt',
      description: 'An amount in centavos of a Mexican peso, none below 0.',
    }),
    count: t.int({ description: 'A whole number, 0 to 10 000.' }),
    date: t.field({ type: 'Date', description: 'A day.' }),
    yesNo: t.boolean({ description: 'Yes or no.' }),
    choice: t.string({ description: 'The key of a choice of the template.' }),
  }),
});

const FieldInput = builder.inputType('SocioeconomicFieldInput', {
  description: 'What a field is to say.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Its key in the template.' }),
    value: t.field({
      type: ValueInput,
      description: 'What it says; null takes away what it said.',
    }),
  }),
});

const ColumnInput = builder.inputType('SocioeconomicColumnInput', {
  description: 'What a row says in one column.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Its key in the template.' }),
    value: t.field({ type: ValueInput, required: true, description: 'What it says.' }),
  }),
});

const RowInput = builder.inputType('SocioeconomicRowInput', {
  description: 'A row, such as a member of the family.',
  fields: (t) => ({
    values: t.field({
      type: [ColumnInput],
      required: true,
      description: 'What is known of it, at most eight.',
    }),
  }),
});

const GroupInput = builder.inputType('SocioeconomicGroupInput', {
  description: 'All rows of a group, in place of those that are there.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Its key in the template.' }),
    rows: t.field({ type: [RowInput], required: true, description: 'At most forty.' }),
  }),
});

export const UpdateSectionInput = builder.inputType('UpdateSocioeconomicSectionInput', {
  description: 'What is written into a section of a draft.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    reportId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'The `databaseId` of the draft.',
    }),
    section: t.field({
      type: SectionKeyEnum,
      required: true,
      description: 'Which section.',
    }),
    fields: t.field({
      type: [FieldInput],
      required: true,
      defaultValue: [],
      description: 'Fields that change, at most sixty; the others stay.',
    }),
    groups: t.field({
      type: [GroupInput],
      required: true,
      defaultValue: [],
      description: 'Groups that change, at most eight; the others stay.',
    }),
    expectedVersion: t.int({
      required: true,
      description: 'SocioeconomicReport.version that you have seen.',
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
      description: 'Its `databaseId`.',
    }),
    expectedVersion: t.int({
      description: 'SocioeconomicReport.version that you have seen; any, left out.',
    }),
    page: t.field({
      type: PageFormatEnum,
      description: 'What it is printed on; LETTER, left out.',
    }),
  }),
});
