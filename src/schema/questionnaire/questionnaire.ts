import type {
  Answer,
  FilledQuestionnaire,
  Question,
} from '../../domain/questionnaire/questionnaire.ts';
import {
  filledQuestionnairesInput,
  KEYS_MAX,
  questionnaireTemplatesInput,
} from '../../resolvers/questionnaire/inputs.ts';
import { listFilledQuestionnaires } from '../../resolvers/questionnaire/list-filled-questionnaires.ts';
import {
  listQuestions,
  listTemplates,
  type Template,
} from '../../resolvers/questionnaire/list-templates.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { keyedListCost } from '../limits/field-cost.ts';

const AnswerSource = builder.enumType('AnswerSource', {
  description: 'Origin of a stored answer.',
  values: {
    SENT: {
      value: 'sent',
      description:
        'Answer was submitted by the client: `answers` of importAnswers. v4: an element of `answers`.',
    },
    COMBINED: {
      value: 'combined',
      description:
        'Answer was copied from another questionnaire of the same user: `combinedFrom` of importAnswers. v4: `combined_from`.',
    },
  } as const,
});

const AnswerType = builder.objectRef<Answer>('Answer').implement({
  description:
    'Stored answer to one question of a questionnaire, with its origin. v4: `answers[]`.',
  fields: (t) => ({
    question: t.exposeString('question', { description: 'Key of the question. v4: `question`.' }),
    answer: t.exposeString('answer', { description: 'Text of the answer. v4: `answer`.' }),
    source: t.expose('source', { type: AnswerSource, description: 'Origin of the answer.' }),
    combinedFrom: t.exposeString('combinedFrom', {
      nullable: true,
      description:
        'Key of the questionnaire that the answer was copied from. Null when the client submitted the answer. v4: an element of `combined_from`.',
    }),
  }),
});

export const FilledQuestionnaireType = builder
  .objectRef<FilledQuestionnaire>('FilledQuestionnaire')
  .implement({
    description: 'Stored answers of one user to the questions of one questionnaire.',
    fields: (t) => ({
      key: t.exposeString('key', {
        description:
          'Key of the questionnaire, unique in the service. v4: an element of `templates`.',
      }),
      userId: t.expose('userId', {
        type: 'SafeInt',
        description: '`databaseId` of the user who gave the answers. v4: `user_id`.',
      }),
      answers: t.expose('answers', {
        type: [AnswerType],
        description: 'Stored answers, ordered by the key of the question. v4: `answers`.',
      }),
      updatedAt: t.expose('updatedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Time when an answer was last stored. Null when no answer is stored.',
      }),
    }),
  });

const QuestionType = builder.objectRef<Question>('Question').implement({
  description: 'Question of a questionnaire.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the question. v4: `question`.' }),
    text: t.exposeString('text', { description: 'Text of the question, for display.' }),
  }),
});

export const QuestionnaireTemplateType = builder
  .objectRef<Template>('QuestionnaireTemplate')
  .implement({
    description:
      'Questionnaire of the service, with its questions. importAnswers stores the answers. v4: a template.',
    fields: (t) => ({
      key: t.exposeString('key', {
        description:
          'Key of the questionnaire, unique in the service. v4: an element of `templates`.',
      }),
      title: t.exposeString('title', { description: 'Title for display.' }),
      version: t.exposeInt('version', {
        description:
          'Version of the template, incremented by each change of the template or its questions.',
      }),
      questions: t.field({
        type: [QuestionType],
        description: 'Questions of the template, in their order, at most 10,000.',
        resolve: async (template, _args, ctx) => await listQuestions(ctx, template.key),
      }),
    }),
  });

builder.queryFields((t) => ({
  questionnaireTemplates: t.field({
    type: [QuestionnaireTemplateType],
    description:
      'Questionnaire templates of the service, ordered by key, at most 500. Requires scope `business:read`. v4: the keys that `templates` may contain.',
    args: {
      keys: t.arg.stringList({
        description:
          'Keys of the questionnaires to return, at most 100. Unknown keys are omitted. Defaults to all questionnaires.',
      }),
    },
    complexity: ({ keys }) => keyedListCost(keys, KEYS_MAX),
    validate: { schema: createChecks(questionnaireTemplatesInput) },
    resolve: async (_root, args, ctx) => await listTemplates(ctx, args),
  }),
  filledQuestionnaires: t.field({
    type: [FilledQuestionnaireType],
    description:
      'Questionnaires that the user has filled, with the answers, ordered by key, at most 500. Requires scope `business:read`. v4: the keys that `combined_from` may contain.',
    args: {
      userId: t.arg({
        type: 'SafeInt',
        required: true,
        description: '`databaseId` of the user who filled the questionnaires.',
      }),
      keys: t.arg.stringList({
        description:
          'Keys of the questionnaires to return, at most 100. Unknown keys are omitted. Defaults to all questionnaires.',
      }),
    },
    complexity: ({ keys }) => keyedListCost(keys, KEYS_MAX),
    validate: { schema: createChecks(filledQuestionnairesInput) },
    resolve: async (_root, args, ctx) => await listFilledQuestionnaires(ctx, args),
  }),
}));
