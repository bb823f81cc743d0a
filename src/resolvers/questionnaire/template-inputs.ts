import { z } from 'zod';
import { rule } from '../../validation/input-issues.ts';
import {
  IF_LIST,
  idempotencyKeySchema,
  keyLine,
  line,
  NAME_LENGTH_MAX,
  text,
} from '../common/common-inputs.ts';

const QUESTION_LENGTH_MAX = 10_000;
const QUESTIONS_MAX = 10_000;

/** Members of a template, with the checks of every interface. */
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
      ...rule('duplicate', 'Must not contain a key twice'),
      ...IF_LIST,
    });
}

/** True when no key occurs twice. Members may have issues of their own. */
function hasDistinctKeys(questions: readonly ({ key: string } | null)[]): boolean {
  const keys = questions.flatMap((question) => question?.key ?? []);
  return new Set(keys).size === keys.length;
}

export const upsertTemplateInput = z.object({
  ...templateMembers,
  questions: questionList(z.object(questionMembers)),
  expectedVersion: z.number().int().min(0).nullish(),
  idempotencyKey: idempotencyKeySchema.nullish(),
});
export type UpsertTemplateInput = z.infer<typeof upsertTemplateInput>;
