import type { Once } from '../../resolvers/common/run-once.ts';
import { importAnswers } from '../../resolvers/questionnaire/import-answers.ts';
import type {
  ImportFailure,
  ImportOutcome,
  ImportResult,
} from '../../resolvers/questionnaire/import-report.ts';
import { importAnswersInput } from '../../resolvers/questionnaire/inputs.ts';
import { listImported } from '../../resolvers/questionnaire/list-imported.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { IdempotencyError, InputValidationError, NotAuthorizedError } from '../base/errors.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { FilledQuestionnaireType } from './questionnaire.ts';

const ImportFailureReason = builder.enumType('ImportFailureReason', {
  description: 'Why a key is in v4 `failed`.',
  values: {
    UNKNOWN_QUESTIONNAIRE: {
      value: 'unknown_questionnaire',
      description: 'The service has no questionnaire of that key.',
    },
    NOT_FILLED: { value: 'not_filled', description: 'The user has not filled that questionnaire.' },
    UNKNOWN_USER: { value: 'unknown_user', description: 'The service has no such user.' },
  } as const,
});

const ImportFailureType = builder.objectRef<ImportFailure>('ImportFailure').implement({
  description: 'A key that was not processed, and why.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'The key that was asked for. v4: an element of `failed`.',
    }),
    reason: t.expose('reason', {
      type: ImportFailureReason,
      description: 'Why it was not processed.',
    }),
  }),
});

const ImportOutcomeType = builder.objectRef<ImportOutcome>('ImportOutcome').implement({
  description:
    'Each requested key is in exactly one of the two lists, in the order of the request.',
  fields: (t) => ({
    processed: t.exposeStringList('processed', {
      description: 'The keys that were processed. v4 `processed`.',
    }),
    failed: t.expose('failed', {
      type: [ImportFailureType],
      description:
        'The keys that were not, each with its reason; empty where v4 sends null. v4 `failed`.',
    }),
  }),
});

const ImportAnswersPayload = builder
  .objectRef<Once<ImportResult>>('ImportAnswersPayload')
  .implement({
    description: 'Partial success is data. v4: `data` of the import.',
    fields: (t) => ({
      templates: t.expose('templates', {
        type: ImportOutcomeType,
        description: 'Result of each questionnaire to fill. v4: `templates`.',
      }),
      combinedFrom: t.expose('combinedFrom', {
        type: ImportOutcomeType,
        description: 'Result of each source. v4: `combined_from`.',
      }),
      questionnaires: t.field({
        type: [FilledQuestionnaireType],
        description:
          'Stored questionnaires, one for each processed template. On a dry run, those that would be stored.',
        resolve: async (result, _args, ctx) => await listImported(ctx, result),
      }),
      ignoredQuestions: t.exposeStringList('ignoredQuestions', {
        description: 'Question keys sent that no processed template asks.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

const AnswerInput = builder.inputType('AnswerInput', {
  description: 'An answer to one question. v4: `answers[]`.',
  fields: (t) => ({
    question: t.string({ required: true, description: 'The key of the question. v4 `question`.' }),
    answer: t.string({ required: true, description: 'The text of the answer. v4 `answer`.' }),
  }),
});

const ImportAnswersInput = builder.inputType('ImportAnswersInput', {
  description:
    'At most 100 templates, which ask 100 000 questions together, 100 sources and 10 000 answers of 10 000 characters.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    userId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'The user whose questionnaires they are. v4 `user_id`.',
    }),
    templates: t.stringList({
      required: true,
      description: 'The keys of the questionnaires to fill. v4 `templates`.',
    }),
    combinedFrom: t.stringList({
      description: 'The keys of filled questionnaires used as a source. v4 `combined_from`.',
    }),
    answers: t.field({
      type: [AnswerInput],
      required: true,
      defaultValue: [],
      description:
        'The answers to store; those to questions that no template asks are ignored. v4 `answers`.',
    }),
    dryRun: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Report what the import would do and store nothing.',
    }),
  }),
});

builder.mutationField('importAnswers', (t) =>
  t.field({
    type: ImportAnswersPayload,
    description: 'Fills questionnaires of one user. v4: POST /api/v4/quiz/answers/import/api.',
    errors: { types: [InputValidationError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: ImportAnswersInput,
        required: true,
        description: 'Whose questionnaires, and the answers to them.',
        validate: { schema: checksOf(importAnswersInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await importAnswers(ctx, input),
  }),
);
