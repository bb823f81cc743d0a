import { builder } from '../base/builder.ts';
import { IDEMPOTENCY_KEY, ParticipantLookup } from '../base/lookups.ts';
import { ContradictionKindEnum } from './contradiction.ts';
import { PageFormatEnum, SectionKeyEnum } from './enums.ts';

export const GenerateReportInput = builder.inputType('GenerateSocioeconomicReportInput', {
  description:
    'Participant and sources of the report to generate. Exactly one of `participant` and `externalPersonId` is required.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    participant: t.field({
      type: ParticipantLookup,
      description:
        'Participant that the report concerns: a natural person with a valid consent. v4: `participant_id`.',
    }),
    externalPersonId: t.field({
      type: 'SafeInt',
      description:
        'Id of the person in the client system. The report concerns the newest participant with this id. v4: `id_persona`.',
    }),
    template: t.string({
      description:
        'Key of the report template, of which the newest version is used. Defaults to the template of the gateway. v4: `template`.',
    }),
    sections: t.field({
      type: [SectionKeyEnum],
      description:
        'Sections to fill in from stored data, without duplicates. The other sections stay empty. Defaults to all sections. v4: `sections`.',
    }),
    answersOfUserId: t.field({
      type: 'SafeInt',
      description:
        '`databaseId` of the user whose answers to questionnaires are used. Defaults to the user who sends the request. v4: `answers_of_user_id`.',
    }),
    correctsId: t.field({
      type: 'SafeInt',
      description:
        '`databaseId` of the final report that the new report corrects. Both reports must concern the same person. v4: `corrects`.',
    }),
  }),
});

const ValueInput = builder.inputType('SocioeconomicValueInput', {
  description:
    'Value to store. Exactly one member is required: the one of the kind of the report field (`SocioeconomicFormField.kind`).',
  isOneOf: true,
  fields: (t) => ({
    text: t.string({ description: 'Text, at most 2000 characters.' }),
    money: t.field({
      type: 'SafeInt',
      description: 'Amount in centavos of the Mexican peso, 0 to 1,000,000,000,000.',
    }),
    count: t.int({ description: 'Whole number, 0 to 10,000.' }),
    date: t.field({ type: 'Date', description: 'Calendar date.' }),
    yesNo: t.boolean({ description: 'True for yes, false for no.' }),
    choice: t.string({ description: 'Key of an option of the field (`SocioeconomicChoice.key`).' }),
  }),
});

const FieldInput = builder.inputType('SocioeconomicFieldInput', {
  description: 'Report field to change, with its new value.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Key of the field in the template.' }),
    value: t.field({
      type: ValueInput,
      description: 'New value of the field. Null deletes the stored value.',
    }),
  }),
});

const ColumnInput = builder.inputType('SocioeconomicColumnInput', {
  description: 'Value to store in one column of a row.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Key of the column in the template.' }),
    value: t.field({ type: ValueInput, required: true, description: 'Value in the column.' }),
  }),
});

const RowInput = builder.inputType('SocioeconomicRowInput', {
  description: 'Row of a group, for example a member of the household.',
  fields: (t) => ({
    values: t.field({
      type: [ColumnInput],
      required: true,
      description: 'Values of the row, at most 8.',
    }),
  }),
});

const GroupInput = builder.inputType('SocioeconomicGroupInput', {
  description: 'Group to change. The given rows replace all stored rows of the group.',
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
      description: '`databaseId` of the draft.',
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
        'Version of the report that the caller last read (`SocioeconomicReport.version`). The mutation fails with VersionConflictError when the current version differs.',
    }),
  }),
});

export const FinalizeReportInput = builder.inputType('FinalizeSocioeconomicReportInput', {
  description: 'Draft to finalize, with the kinds of contradictions that the caller acknowledges.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    reportId: t.field({
      type: 'SafeInt',
      required: true,
      description: '`databaseId` of the draft.',
    }),
    expectedVersion: t.int({
      description:
        'Version of the report that the caller last read (`SocioeconomicReport.version`). The mutation fails with VersionConflictError when the current version differs. When omitted, any version is accepted.',
    }),
    page: t.field({
      type: PageFormatEnum,
      description: 'Page format of the PDF. Defaults to LETTER.',
    }),
    acknowledge: t.field({
      type: [ContradictionKindEnum],
      description:
        'Kinds of the contradictions of the report that the caller acknowledges (`SocioeconomicContradiction.kind`). All kinds must be listed; otherwise the report stays a draft, and the mutation fails with InputValidationError, issue NOT_ACKNOWLEDGED. When omitted, the list is empty.',
    }),
  }),
});
