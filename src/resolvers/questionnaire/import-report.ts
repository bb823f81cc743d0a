import { ignoredQuestions, mergeAnswers, type TargetOutcome } from '../../domain/answers.ts';
import type { FilledQuestionnaire } from '../../domain/questionnaire.ts';
import type { ImportReading } from './import-material.ts';
import type { ImportAnswersInput } from './inputs.ts';

export const IMPORT_FAILURE_REASONS = [
  'unknown_questionnaire',
  'not_filled',
  'unknown_user',
] as const;
export type ImportFailureReason = (typeof IMPORT_FAILURE_REASONS)[number];

export type ImportFailure = { key: string; reason: ImportFailureReason };

/** Order and repetition as in the request; every element is in exactly one of the two (decision 16). */
export type ImportOutcome = { processed: string[]; failed: ImportFailure[] };

export type ImportResult = {
  templates: ImportOutcome;
  combinedFrom: ImportOutcome;
  /** What is stored now (or would be, on a dry run), one for each processed template. */
  questionnaires: FilledQuestionnaire[];
  ignoredQuestions: string[];
  /** Answers that were stored, or stood there equal already (decision 19). */
  appliedCount: number;
};

type Reported = {
  input: ImportAnswersInput;
  material: ImportReading;
  outcomes: ReadonlyMap<string, TargetOutcome>;
};

export function reportImport({ input, material, outcomes }: Reported): ImportResult {
  const { targets, filledAt } = material;
  return {
    templates: splitKeys(input.templates, (key) =>
      targets.has(key) ? undefined : 'unknown_questionnaire',
    ),
    combinedFrom: splitKeys(input.combinedFrom ?? [], (key) =>
      material.sources.includes(key) ? undefined : 'not_filled',
    ),
    questionnaires: [...new Set(input.templates)].flatMap((key) => {
      const questions = targets.get(key);
      if (questions === undefined) return [];
      const changed = outcomes.get(key)?.changed ?? [];
      const answers = mergeAnswers(material.stored.get(key), changed, questions);
      return [{ key, userId: input.userId, answers, updatedAt: filledAt.get(key) ?? null }];
    }),
    ignoredQuestions: ignoredQuestions(material.sent, targets),
    appliedCount: [...outcomes.values()].reduce((sum, one) => sum + one.applied.length, 0),
  };
}

/** A user that the service does not know: nothing is applied and every key has failed (decision 19). */
export function reportUnknownUser(input: ImportAnswersInput): ImportResult {
  return {
    templates: splitKeys(input.templates, () => 'unknown_user'),
    combinedFrom: splitKeys(input.combinedFrom ?? [], () => 'unknown_user'),
    questionnaires: [],
    ignoredQuestions: ignoredQuestions(input.answers ?? [], new Map()),
    appliedCount: 0,
  };
}

function splitKeys(
  keys: readonly string[],
  failureOf: (key: string) => ImportFailureReason | undefined,
): ImportOutcome {
  const outcome: ImportOutcome = { processed: [], failed: [] };
  for (const key of keys) {
    const reason = failureOf(key);
    if (reason === undefined) outcome.processed.push(key);
    else outcome.failed.push({ key, reason });
  }
  return outcome;
}
