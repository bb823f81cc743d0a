import { z } from 'zod';
import { issueOptions } from '../../validation/input-issues.ts';
import {
  idempotencyKeySchema,
  keyLine,
  line,
  NAME_LENGTH_MAX,
  text,
  WHEN_ARRAY,
} from '../common/common-inputs.ts';

const QUESTION_LENGTH_MAX = 10_000;
const QUESTIONS_MAX = 10_000;

/** Fields of a template; upsertQuestionnaireTemplate and the file import apply the same checks. */
export const templateMembers = { key: keyLine(), title: line(NAME_LENGTH_MAX) };
export const questionMembers = { key: keyLine(), text: text(QUESTION_LENGTH_MAX) };

/** Questions of a template, in order, with distinct keys. */
export function questionList<Question extends z.ZodType<{ key: string }>>(
  question: Question,
): z.ZodArray<Question> {
  return z
    .array(question)
    .max(QUESTIONS_MAX)
    .refine(hasDistinctKeys, {
      ...issueOptions('duplicate', 'Must not contain a key twice'),
      ...WHEN_ARRAY,
    });
}

/** True when no key occurs twice. Runs even when items are invalid (WHEN_ARRAY), so that an item may be null. */
function hasDistinctKeys(questions: readonly ({ key: string } | null)[]): boolean {
  const keys = questions.flatMap((question) => question?.key ?? []);
  return new Set(keys).size === keys.length;
}

export const upsertTemplateInput = z.object({
  ...templateMembers,
  questions: questionList(z.object(questionMembers)),
  /** 0 requires that the template does not exist. */
  expectedVersion: z.number().int().min(0).nullish(),
  idempotencyKey: idempotencyKeySchema.nullish(),
});
export type UpsertTemplateInput = z.infer<typeof upsertTemplateInput>;
