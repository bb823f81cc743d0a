import { z } from 'zod';
import { importAnswers } from '../../../resolvers/questionnaire/import-answers.ts';
import type { ImportOutcome } from '../../../resolvers/questionnaire/import-result.ts';
import { importAnswersInput } from '../../../resolvers/questionnaire/inputs.ts';
import { decline, succeed, withIgnoredQuestions, withReplayHeader } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { QUOTA_EXCEEDED } from '../common/quota-failure.ts';
import { envelopeSchema } from '../common/wire.ts';

const SAVED = 'Answers saved';
const NOT_IMPORTED = 'Answers not imported';

const { userId, templates, combinedFrom, answers } = importAnswersInput.shape;
const wireSchema = z
  .object({ user_id: userId, templates, combined_from: combinedFrom, answers })
  .meta({ id: 'AnswersImportRequest' });

const outcomeSchema = z
  .object({
    failed: z
      .array(z.string())
      .nullable()
      .describe('Keys that were not processed. Null when none failed.'),
    processed: z.array(z.string()),
  })
  .meta({ id: 'AnswersImportOutcome', description: 'Outcome for the requested questionnaires.' });
const dataSchema = z
  .object({ combined_from: outcomeSchema, templates: outcomeSchema })
  .meta({ id: 'AnswersImport' });

/** v4: Import questionnaire answers. */
export const importAnswersRoute: Route = {
  method: 'POST',
  path: '/api/v4/quiz/answers/import/api',
  caller: 'user',
  hasSpecifiedBodies: true,
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = parseBody(wireSchema, body);
    const result = await importAnswers(ctx, {
      userId: wire.user_id,
      templates: wire.templates,
      combinedFrom: wire.combined_from,
      answers: wire.answers,
    });
    const data: z.infer<typeof dataSchema> = {
      combined_from: encodeOutcome(result.combinedFrom),
      templates: encodeOutcome(result.templates),
    };
    const reply = result.appliedCount > 0 ? succeed(data, SAVED) : decline(data, NOT_IMPORTED);
    return withReplayHeader(withIgnoredQuestions(reply, result.ignoredQuestions), result);
  },
  description: {
    operationId: 'importAnswers',
    tag: 'Questionnaires',
    summary: 'Import questionnaire answers',
    description:
      'Fills the target questionnaires with the submitted answers, and with answers of questionnaires that the user has filled before. When a question has several answers, the last submitted answer takes precedence, then the answer of the last source. The header `ignored-questions` lists the submitted keys of questions that no processed questionnaire contains.',
    scopes: ['answers:import'],
    body: {
      schema: wireSchema,
      isRequired: true,
      examples: {
        combined: {
          summary: 'Questionnaire filled from another one and from a submitted answer',
          value: {
            user_id: 1,
            templates: ['perfil-transaccional'],
            combined_from: ['datos-generales'],
            answers: [{ question: 'origen-recursos', answer: 'Venta de maquinaria' }],
          },
        },
        plain: {
          summary: 'Questionnaire filled from submitted answers only',
          value: {
            user_id: 1,
            templates: ['datos-generales'],
            answers: [{ question: 'actividad', answer: 'Comercio de maquinaria' }],
          },
        },
      },
    },
    isIdempotent: true,
    hasIgnoredQuestionsHeader: true,
    responses: [
      {
        status: 200,
        description: `${SAVED}, or ${NOT_IMPORTED} with success false`,
        schema: envelopeSchema('AnswersImport', dataSchema),
      },
    ],
    failures: [QUOTA_EXCEEDED],
  },
};

/** Encodes an outcome. `failed` is null when no key failed (v4). */
function encodeOutcome({ failed, processed }: ImportOutcome): z.infer<typeof outcomeSchema> {
  return { failed: failed.length === 0 ? null : failed.map((failure) => failure.key), processed };
}
