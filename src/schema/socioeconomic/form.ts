import type {
  Choice,
  SocioeconomicTemplate,
  TemplateField,
  TemplateGroup,
  TemplateSection,
} from '../../domain/socioeconomic/template.ts';
import { getTemplate } from '../../resolvers/socioeconomic/find-template.ts';
import { builder } from '../base/builder.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';
import { SocioeconomicReportType } from './report.ts';
import { SectionKeyEnum, ValueKindEnum } from './words.ts';

/** To read the template, which has some three hundred fields. */
const FORM_COST = 20;

const ChoiceType = builder.objectRef<Choice>('SocioeconomicChoice').implement({
  description: 'What may be chosen.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What is stored.' }),
    label: t.exposeString('label', { description: 'What a person reads.' }),
  }),
});

const FormFieldType = builder.objectRef<TemplateField>('SocioeconomicFormField').implement({
  description: 'What is asked, whether it is known or not.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'What updateSocioeconomicSection calls it.',
    }),
    label: t.exposeString('label', { description: 'What a person reads.' }),
    kind: t.expose('kind', { type: ValueKindEnum, description: 'Of its value.' }),
    isRequired: t.exposeBoolean('isRequired', {
      description: 'Whether it is told as missing where it is not known.',
    }),
    choices: t.field({
      type: [ChoiceType],
      complexity: RARE_LIST_COST,
      resolve: ({ choices }) => [...choices],
      description: 'At most forty; empty for any other kind.',
    }),
  }),
});

const FormGroupType = builder.objectRef<TemplateGroup>('SocioeconomicFormGroup').implement({
  description: 'Rows of one form, at most forty.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'What updateSocioeconomicSection calls it.',
    }),
    label: t.exposeString('label', { description: 'What a person reads.' }),
    columns: t.field({
      type: [FormFieldType],
      complexity: RARE_LIST_COST,
      resolve: ({ columns }) => [...columns],
      description: 'At most eight.',
    }),
  }),
});

const FormSectionType = builder.objectRef<TemplateSection>('SocioeconomicFormSection').implement({
  description: 'A part of a form.',
  fields: (t) => ({
    key: t.expose('key', { type: SectionKeyEnum, description: 'Which it is.' }),
    title: t.exposeString('title', { description: 'What a person reads.' }),
    fields: t.field({
      type: [FormFieldType],
      resolve: ({ fields }) => [...fields],
      description: 'At most sixty.',
    }),
    groups: t.field({
      type: [FormGroupType],
      complexity: RARE_LIST_COST,
      resolve: ({ groups }) => [...groups],
      description: 'At most eight.',
    }),
  }),
});

const FormType = builder.objectRef<SocioeconomicTemplate>('SocioeconomicForm').implement({
  description: 'What a report asks, and in which words.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What a person reads.' }),
    sections: t.field({
      type: [FormSectionType],
      resolve: ({ sections }) => [...sections],
      description: 'All fourteen, in their order.',
    }),
  }),
});

builder.objectField(SocioeconomicReportType, 'form', (t) =>
  t.field({
    type: FormType,
    complexity: { field: FORM_COST, multiplier: 1 },
    description: 'What its template asks, for somebody who fills it in.',
    resolve: async (report, _args, ctx) => await getTemplate(ctx, report),
  }),
);
