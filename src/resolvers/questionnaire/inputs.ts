import { z } from 'zod';
import { idempotencyKeySchema, idSchema, key, text } from '../common/common-inputs.ts';

export const KEYS_MAX = 100;
const ANSWERS_MAX = 10_000;
const ANSWER_LENGTH_MAX = 10_000;

const keysSchema = z.array(key()).max(KEYS_MAX);

/** Answer, with the same members in v4; `Answer` is its name in OpenAPI. */
const answerSchema = z
  .object({ question: key(), answer: text(ANSWER_LENGTH_MAX) })
  .meta({ id: 'Answer' });

export const importAnswersInput = z.object({
  userId: idSchema,
  templates: keysSchema,
  combinedFrom: keysSchema.nullish(),
  answers: z.array(answerSchema).max(ANSWERS_MAX).nullish(),
  dryRun: z.boolean().nullish(),
  idempotencyKey: idempotencyKeySchema.nullish(),
});
export type ImportAnswersInput = z.infer<typeof importAnswersInput>;

export const questionnaireTemplatesInput = z.object({ keys: keysSchema.nullish() });
export type QuestionnaireTemplatesInput = z.infer<typeof questionnaireTemplatesInput>;

export const filledQuestionnairesInput = z.object({ userId: idSchema, keys: keysSchema.nullish() });
export type FilledQuestionnairesInput = z.infer<typeof filledQuestionnairesInput>;
