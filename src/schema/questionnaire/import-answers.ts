import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import { importAnswers } from '../../resolvers/questionnaire/import-answers.ts';
import type {
  ImportFailure,
  ImportOutcome,
  ImportResult,
} from '../../resolvers/questionnaire/import-result.ts';
import { importAnswersInput } from '../../resolvers/questionnaire/inputs.ts';
import { listImported } from '../../resolvers/questionnaire/list-imported.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { IdempotencyError, InputValidationError, NotAuthorizedError } from '../base/errors.ts';
import { IDEMPOTENCY_KEY, REPLAYED } from '../base/lookups.ts';
import { FilledQuestionnaireType } from './questionnaire.ts';

const ImportFailureReason = builder.enumType('ImportFailureReason', {
  description: 'Reason why the key of a questionnaire was not processed. v4: a key in `failed`.',
  values: {
    UNKNOWN_QUESTIONNAIRE: {
      value: 'unknown_questionnaire',
      description: 'The service has no questionnaire with the key.',
    },
    NOT_FILLED: { value: 'not_filled', description: 'The user has not filled the questionnaire.' },
    UNKNOWN_USER: { value: 'unknown_user', description: 'The service has no user with the id.' },
  } as const,
});

const ImportFailureType = builder.objectRef<ImportFailure>('ImportFailure').implement({
  description: 'Key of a questionnaire that was not processed, with the reason.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'Key of the questionnaire as the client sent it. v4: an element of `failed`.',
    }),
    reason: t.expose('reason', {
      type: ImportFailureReason,
      description: 'Reason why the key was not processed.',
    }),
  }),
});

const ImportOutcomeType = builder.objectRef<ImportOutcome>('ImportOutcome').implement({
  description:
    'Result for the requested keys of questionnaires. Each key is in exactly one of `processed` and `failed`, in the order of the request.',
  fields: (t) => ({
    processed: t.exposeStringList('processed', {
      description: 'Keys that were processed. v4: `processed`.',
    }),
    failed: t.expose('failed', {
      type: [ImportFailureType],
      description:
        'Keys that were not processed, each with its reason. Empty when all keys were processed. v4: `failed`, null when all keys were processed.',
    }),
  }),
});

const ImportAnswersPayload = builder
  .objectRef<IdempotentResult<ImportResult>>('ImportAnswersPayload')
  .implement({
    description:
      'Payload of importAnswers. Keys that cannot be processed are reported in `templates` and `combinedFrom`; they are not an error. v4: `data` of the import.',
    fields: (t) => ({
      templates: t.expose('templates', {
        type: ImportOutcomeType,
        description: 'Result for each questionnaire to fill. v4: `templates`.',
      }),
      combinedFrom: t.expose('combinedFrom', {
        type: ImportOutcomeType,
        description: 'Result for each questionnaire to copy answers from. v4: `combined_from`.',
      }),
      questionnaires: t.field({
        type: [FilledQuestionnaireType],
        description:
          'Filled questionnaires, one for each processed template. On a dry run, as they would be stored.',
        resolve: async (result, _args, ctx) => await listImported(ctx, result),
      }),
      ignoredQuestions: t.exposeStringList('ignoredQuestions', {
        description: 'Keys of submitted questions that no processed template contains.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

const AnswerInput = builder.inputType('AnswerInput', {
  description: 'Answer to one question. v4: `answers[]`.',
  fields: (t) => ({
    question: t.string({ required: true, description: 'Key of the question. v4: `question`.' }),
    answer: t.string({
      required: true,
      description: 'Text of the answer, at most 10,000 characters. v4: `answer`.',
    }),
  }),
});

const ImportAnswersInput = builder.inputType('ImportAnswersInput', {
  description:
    'Questionnaires to fill, and the answers to fill them with. The templates have at most 100,000 questions in total. Questions without a submitted or copied answer keep their stored answer.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    userId: t.field({
      type: 'SafeInt',
      required: true,
      description: '`databaseId` of the user whose questionnaires are filled. v4: `user_id`.',
    }),
    templates: t.stringList({
      required: true,
      description: 'Keys of the questionnaires to fill, at most 100. v4: `templates`.',
    }),
    combinedFrom: t.stringList({
      description:
        'Keys of questionnaires that the user has filled and whose answers are copied to equal questions of the templates, at most 100. Of several that answer a question, the last one counts. v4: `combined_from`.',
    }),
    answers: t.field({
      type: [AnswerInput],
      required: true,
      defaultValue: [],
      description:
        'Answers to store, at most 10,000. They take precedence over copied and stored answers; of several answers to one question, the last one counts. Answers to questions that none of the templates contains are ignored. v4: `answers`.',
    }),
    dryRun: t.boolean({
      required: true,
      defaultValue: false,
      description: 'True to return the result without storing anything.',
    }),
  }),
});

builder.mutationField('importAnswers', (t) =>
  t.field({
    type: ImportAnswersPayload,
    description:
      'Fills questionnaires of one user with submitted answers, and with answers copied from questionnaires that the user filled earlier, in one transaction. Requires scope `answers:import`. v4: POST /api/v4/quiz/answers/import/api.',
    errors: { types: [InputValidationError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: ImportAnswersInput,
        required: true,
        description: 'Questionnaires to fill, and the answers to fill them with.',
        validate: { schema: createChecks(importAnswersInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await importAnswers(ctx, input),
  }),
);
