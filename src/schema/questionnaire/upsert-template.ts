import type { Once } from '../../resolvers/common/run-once.ts';
import { upsertTemplateInput } from '../../resolvers/questionnaire/template-inputs.ts';
import {
  type UpsertedTemplate,
  upsertTemplate,
} from '../../resolvers/questionnaire/upsert-template.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  VersionConflictError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { QuestionnaireTemplateType } from './questionnaire.ts';

const QuestionInput = builder.inputType('QuestionInput', {
  description: 'A question of a template.',
  fields: (t) => ({
    key: t.string({
      required: true,
      description: 'The key of the question; each once. v4 `question`.',
    }),
    text: t.string({ required: true, description: 'Text of the question.' }),
  }),
});

const UpsertQuestionnaireTemplateInput = builder.inputType('UpsertQuestionnaireTemplateInput', {
  description: 'The whole template: what it does not list is no longer asked.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    key: t.string({
      required: true,
      description:
        'The key of the template: the one that has it is updated. v4: an element of `templates`.',
    }),
    title: t.string({ required: true, description: 'The title as a person reads it.' }),
    questions: t.field({
      type: [QuestionInput],
      required: true,
      description: 'All of its questions in their order, at most 10 000.',
    }),
    expectedVersion: t.int({
      description:
        'Refuses to write over what you have not seen: QuestionnaireTemplate.version, or 0 where the template must not exist yet.',
    }),
  }),
});

const UpsertQuestionnaireTemplatePayload = builder
  .objectRef<Once<UpsertedTemplate>>('UpsertQuestionnaireTemplatePayload')
  .implement({
    description: 'Result of upsertQuestionnaireTemplate.',
    fields: (t) => ({
      template: t.expose('template', {
        type: QuestionnaireTemplateType,
        description: 'Current state of the template.',
      }),
      created: t.exposeBoolean('created', {
        description: 'True when the template was created.',
      }),
      changed: t.exposeBoolean('changed', {
        description: 'False where it was so already, and nothing was written.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('upsertQuestionnaireTemplate', (t) =>
  t.field({
    type: UpsertQuestionnaireTemplatePayload,
    description:
      'Creates or updates a questionnaire that answers can be imported into. No answer is lost by it: those to a question that is no longer asked stay. Its version counts up by one exactly when something changed. Needs QUESTIONNAIRE_WRITE.',
    errors: {
      types: [InputValidationError, VersionConflictError, IdempotencyError, NotAuthorizedError],
    },
    args: {
      input: t.arg({
        type: UpsertQuestionnaireTemplateInput,
        required: true,
        description: 'The template as it is to be.',
        validate: { schema: checksOf(upsertTemplateInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await upsertTemplate(ctx, input),
  }),
);
