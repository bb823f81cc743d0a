import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import { upsertTemplateInput } from '../../resolvers/questionnaire/template-inputs.ts';
import {
  type UpsertedTemplate,
  upsertTemplate,
} from '../../resolvers/questionnaire/upsert-template.ts';
import { createChecks } from '../../validation/validate.ts';
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
  description: 'Question of a template.',
  fields: (t) => ({
    key: t.string({
      required: true,
      description: 'Key of the question, unique within the template. v4: `question`.',
    }),
    text: t.string({
      required: true,
      description: 'Text of the question, at most 10,000 characters.',
    }),
  }),
});

const UpsertQuestionnaireTemplateInput = builder.inputType('UpsertQuestionnaireTemplateInput', {
  description:
    'Complete questionnaire template to store. Stored questions that are missing in `questions` are removed from the template; the stored answers to removed questions are kept.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    key: t.string({
      required: true,
      description:
        'Key of the template. A stored template with this key is updated; otherwise a template is created. v4: an element of `templates`.',
    }),
    title: t.string({ required: true, description: 'Title for display.' }),
    questions: t.field({
      type: [QuestionInput],
      required: true,
      description: 'All questions of the template in their order, at most 10,000.',
    }),
    expectedVersion: t.int({
      description:
        'Version of the template that the caller last read (`QuestionnaireTemplate.version`), or 0 when the template must not exist. The mutation fails with VersionConflictError when the current version differs. When omitted, any version is accepted.',
    }),
  }),
});

const UpsertQuestionnaireTemplatePayload = builder
  .objectRef<IdempotentResult<UpsertedTemplate>>('UpsertQuestionnaireTemplatePayload')
  .implement({
    description: 'Payload of upsertQuestionnaireTemplate.',
    fields: (t) => ({
      template: t.expose('template', {
        type: QuestionnaireTemplateType,
        description: 'Current state of the template.',
      }),
      created: t.exposeBoolean('created', {
        description: 'True when the template was created, false when it existed already.',
      }),
      changed: t.exposeBoolean('changed', {
        description:
          'True when the request changed the template, false when the template already had these values.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

builder.mutationField('upsertQuestionnaireTemplate', (t) =>
  t.field({
    type: UpsertQuestionnaireTemplatePayload,
    description:
      'Creates or updates the questionnaire template with the given key. Questions that the input does not contain are removed from the template; the stored answers to removed questions are kept. A service has at most 500 templates. The version of the template is incremented when something changed. Fails with VersionConflictError when `expectedVersion` differs from the current version. Requires scope `questionnaire:write`.',
    errors: {
      types: [InputValidationError, VersionConflictError, IdempotencyError, NotAuthorizedError],
    },
    args: {
      input: t.arg({
        type: UpsertQuestionnaireTemplateInput,
        required: true,
        description: 'Complete questionnaire template to store.',
        validate: { schema: createChecks(upsertTemplateInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await upsertTemplate(ctx, input),
  }),
);
