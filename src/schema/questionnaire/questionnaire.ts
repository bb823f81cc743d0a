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
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { namedListCost } from '../limits/field-cost.ts';

const AnswerSource = builder.enumType('AnswerSource', {
  description: 'Origin of a stored answer.',
  values: {
    SENT: { value: 'sent', description: 'Sent in v4 `answers`.' },
    COMBINED: { value: 'combined', description: 'Taken from a v4 `combined_from` questionnaire.' },
  } as const,
});

const AnswerType = builder.objectRef<Answer>('Answer').implement({
  description: 'One stored answer and where it came from. v4: `answers[]`.',
  fields: (t) => ({
    question: t.exposeString('question', {
      description: 'The key of the question. v4 `question`.',
    }),
    answer: t.exposeString('answer', { description: 'The text of the answer. v4 `answer`.' }),
    source: t.expose('source', {
      type: AnswerSource,
      description: 'Origin: sent, or combined from another questionnaire.',
    }),
    combinedFrom: t.exposeString('combinedFrom', {
      nullable: true,
      description:
        'Key of the questionnaire it was combined from (v4 `combined_from`); null when it was sent.',
    }),
  }),
});

export const FilledQuestionnaireType = builder
  .objectRef<FilledQuestionnaire>('FilledQuestionnaire')
  .implement({
    description: 'A stored questionnaire of one user.',
    fields: (t) => ({
      key: t.exposeString('key', {
        description: 'The key of the questionnaire. v4: an element of `templates`.',
      }),
      userId: t.expose('userId', {
        type: 'SafeInt',
        description: 'The user who has filled it. v4 `user_id`.',
      }),
      answers: t.expose('answers', {
        type: [AnswerType],
        description: 'Its answers, by the keys of their questions. v4 `answers`.',
      }),
      updatedAt: t.expose('updatedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When an answer was last stored; null while there is none.',
      }),
    }),
  });

const QuestionType = builder.objectRef<Question>('Question').implement({
  description: 'A question of a questionnaire.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key of the question. v4 `question`.' }),
    text: t.exposeString('text', { description: 'The question as a person reads it.' }),
  }),
});

export const QuestionnaireTemplateType = builder
  .objectRef<Template>('QuestionnaireTemplate')
  .implement({
    description: 'A questionnaire that answers can be imported into. v4: a template.',
    fields: (t) => ({
      key: t.exposeString('key', {
        description: 'The key of the questionnaire. v4: an element of `templates`.',
      }),
      title: t.exposeString('title', { description: 'The title as a person reads it.' }),
      version: t.exposeInt('version', {
        description: 'Grows with every change of the template or its questions.',
      }),
      questions: t.field({
        type: [QuestionType],
        description: 'Its questions in their order.',
        resolve: async (template, _args, ctx) => await listQuestions(ctx, template.key),
      }),
    }),
  });

builder.queryFields((t) => ({
  questionnaireTemplates: t.field({
    type: [QuestionnaireTemplateType],
    description:
      'The questionnaires of the service by key, at most 500. v4: what `templates` may name.',
    args: { keys: t.arg.stringList({ description: 'Only those with one of these keys.' }) },
    complexity: ({ keys }) => namedListCost(keys, KEYS_MAX),
    validate: { schema: checksOf(questionnaireTemplatesInput) },
    resolve: async (_root, args, ctx) => await listTemplates(ctx, args),
  }),
  filledQuestionnaires: t.field({
    type: [FilledQuestionnaireType],
    description:
      'Questionnaires that the user has filled, ordered by key, at most 500. v4: the keys that `combined_from` may name.',
    args: {
      userId: t.arg({
        type: 'SafeInt',
        required: true,
        description: 'The user who has filled them.',
      }),
      keys: t.arg.stringList({ description: 'Only those with one of these keys.' }),
    },
    complexity: ({ keys }) => namedListCost(keys, KEYS_MAX),
    validate: { schema: checksOf(filledQuestionnairesInput) },
    resolve: async (_root, args, ctx) => await listFilledQuestionnaires(ctx, args),
  }),
}));
