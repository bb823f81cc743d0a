import { z } from 'zod';
import type { JsonObject } from '../../db/tables.ts';
import { IMPORT_FAILURE_REASONS, type ImportOutcome, type ImportResult } from './import-result.ts';
import type { ImportAnswersInput } from './inputs.ts';

const reasonsSchema = z.array(z.enum(IMPORT_FAILURE_REASONS).nullable());

/** Outcome by position in the input, so that no text of the input is stored. */
const storedSchema = z.object({
  templates: reasonsSchema,
  combinedFrom: reasonsSchema,
  ignoredAnswers: z.array(z.number()),
  appliedCount: z.number(),
});

/** Returns the data of an import that is stored with its idempotency key: positions in the input only. */
export function toStoredImport(input: ImportAnswersInput, result: ImportResult): JsonObject {
  const positions = new Map((input.answers ?? []).map((answer, index) => [answer.question, index]));
  return {
    templates: listReasons(input.templates, result.templates),
    combinedFrom: listReasons(input.combinedFrom ?? [], result.combinedFrom),
    ignoredAnswers: result.ignoredQuestions.flatMap((question) => positions.get(question) ?? []),
    appliedCount: result.appliedCount,
  };
}

/** Restores the result of the first request. Its questionnaires are undefined: listImported reads them. */
export function replayImport(input: ImportAnswersInput, outcome: unknown): ImportResult {
  const stored = storedSchema.parse(outcome);
  return {
    userId: input.userId,
    templates: toOutcome(input.templates, stored.templates),
    combinedFrom: toOutcome(input.combinedFrom ?? [], stored.combinedFrom),
    questionnaires: undefined,
    ignoredQuestions: stored.ignoredAnswers.flatMap(
      (position) => input.answers?.[position]?.question ?? [],
    ),
    appliedCount: stored.appliedCount,
  };
}

function listReasons(keys: readonly string[], { failed }: ImportOutcome) {
  const reasons = new Map(failed.map((failure) => [failure.key, failure.reason]));
  return keys.map((key) => reasons.get(key) ?? null);
}

function toOutcome(keys: readonly string[], reasons: z.infer<typeof reasonsSchema>): ImportOutcome {
  const outcome: ImportOutcome = { processed: [], failed: [] };
  for (const [position, key] of keys.entries()) {
    const reason = reasons[position] ?? null;
    if (reason === null) outcome.processed.push(key);
    else outcome.failed.push({ key, reason });
  }
  return outcome;
}
