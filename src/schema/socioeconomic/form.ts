import type {
  Choice,
  SocioeconomicTemplate,
  TemplateField,
  TemplateGroup,
  TemplateSection,
} from '../../domain/socioeconomic/template/template.ts';
import { getTemplate } from '../../resolvers/socioeconomic/report-template.ts';
import { builder } from '../base/builder.ts';
import { USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';
import { SectionKeyEnum, ValueKindEnum } from './enums.ts';
import { SocioeconomicReportType } from './report.ts';

/** Cost of reading the template, which has about 300 fields. */
const FORM_COST = 20;

const ChoiceType = builder.objectRef<Choice>('SocioeconomicChoice').implement({
  description: 'Option of a field of kind CHOICE.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the option, which is stored as the value.' }),
    label: t.exposeString('label', { description: 'Label of the option, for display.' }),
  }),
});

const FormFieldType = builder.objectRef<TemplateField>('SocioeconomicFormField').implement({
  description: 'Field or column of a form, whether or not the report has a value for it.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'Key of the field, for updateSocioeconomicSection.',
    }),
    label: t.exposeString('label', { description: 'Label for display.' }),
    kind: t.expose('kind', { type: ValueKindEnum, description: 'Kind of the value.' }),
    isRequired: t.exposeBoolean('isRequired', {
      description: 'True when the report lists the field as missing while it has no value.',
    }),
    choices: t.field({
      type: [ChoiceType],
      complexity: USUALLY_EMPTY_LIST_COST,
      resolve: ({ choices }) => [...choices],
      description: 'Options of the field, at most 40. Empty when the kind is not CHOICE.',
    }),
  }),
});

const FormGroupType = builder.objectRef<TemplateGroup>('SocioeconomicFormGroup').implement({
  description: 'Group of a form: a table of at most 40 rows with the same columns.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'Key of the group, for updateSocioeconomicSection.',
    }),
    label: t.exposeString('label', { description: 'Label for display.' }),
    columns: t.field({
      type: [FormFieldType],
      complexity: USUALLY_EMPTY_LIST_COST,
      resolve: ({ columns }) => [...columns],
      description: 'Columns of the group, at most 8.',
    }),
  }),
});

const FormSectionType = builder.objectRef<TemplateSection>('SocioeconomicFormSection').implement({
  description: 'Section of a form.',
  fields: (t) => ({
    key: t.expose('key', { type: SectionKeyEnum, description: 'Key of the section.' }),
    title: t.exposeString('title', { description: 'Title for display.' }),
    fields: t.field({
      type: [FormFieldType],
      resolve: ({ fields }) => [...fields],
      description: 'Fields of the section, at most 60.',
    }),
    groups: t.field({
      type: [FormGroupType],
      complexity: USUALLY_EMPTY_LIST_COST,
      resolve: ({ groups }) => [...groups],
      description: 'Groups of the section, at most 8.',
    }),
  }),
});

const FormType = builder.objectRef<SocioeconomicTemplate>('SocioeconomicForm').implement({
  description:
    'Form for filling in a report, as its template defines it: sections, fields and labels.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title for display.' }),
    sections: t.field({
      type: [FormSectionType],
      resolve: ({ sections }) => [...sections],
      description: 'Sections of the form, all 14 in order.',
    }),
  }),
});

builder.objectField(SocioeconomicReportType, 'form', (t) =>
  t.field({
    type: FormType,
    complexity: { field: FORM_COST, multiplier: 1 },
    description: 'Form for filling in the report, as its template defines it.',
    resolve: async (report, _args, ctx) => await getTemplate(ctx, report),
  }),
);
