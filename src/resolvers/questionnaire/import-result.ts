import {
  listIgnoredQuestions,
  mergeAnswers,
  type TargetOutcome,
} from '../../domain/questionnaire/answers.ts';
import type { FilledQuestionnaire } from '../../domain/questionnaire/questionnaire.ts';
import type { ImportMaterial } from './import-material.ts';
import type { ImportAnswersInput } from './inputs.ts';

export const IMPORT_FAILURE_REASONS = [
  'unknown_questionnaire',
  'not_filled',
  'unknown_user',
] as const;
export type ImportFailureReason = (typeof IMPORT_FAILURE_REASONS)[number];

export type ImportFailure = { key: string; reason: ImportFailureReason };

/** Keys in the order of the request, with repetitions; every key is in exactly one of the two lists. */
export type ImportOutcome = { processed: string[]; failed: ImportFailure[] };

export type ImportResult = {
  userId: number;
  templates: ImportOutcome;
  combinedFrom: ImportOutcome;
  /**
   * Stored questionnaires, one for each distinct processed template; in a dry run, those that would be stored. Undefined
   * in a replayed result, for which listImported reads them; a dry run is computed again.
   */
  questionnaires: FilledQuestionnaire[] | undefined;
  /** Keys of sent answers that no processed template contains. */
  ignoredQuestions: string[];
  /** Number of answers that were stored (in a dry run, would be stored), or were stored before with the same value. */
  appliedCount: number;
};

/** Input of an import, the stored data that it needs, and the outcome for each template. */
type ComputedImport = {
  input: ImportAnswersInput;
  material: ImportMaterial;
  outcomes: ReadonlyMap<string, TargetOutcome>;
};

/** Creates the result, one step for each questionnaire. */
export function* createImportResult(computed: ComputedImport): Generator<void, ImportResult> {
  const { input, material, outcomes } = computed;
  const { targets } = material;
  return {
    userId: input.userId,
    templates: splitKeys(input.templates, (key) =>
      targets.has(key) ? undefined : 'unknown_questionnaire',
    ),
    combinedFrom: splitKeys(input.combinedFrom ?? [], (key) =>
      material.sources.includes(key) ? undefined : 'not_filled',
    ),
    questionnaires: yield* fillQuestionnaires(computed),
    ignoredQuestions: listIgnoredQuestions(material.sent, targets),
    appliedCount: [...outcomes.values()].reduce((sum, outcome) => sum + outcome.applied.length, 0),
  };
}

function* fillQuestionnaires(computed: ComputedImport): Generator<void, FilledQuestionnaire[]> {
  const { input, material, outcomes } = computed;
  const filled: FilledQuestionnaire[] = [];
  for (const key of new Set(input.templates)) {
    const questions = material.targets.get(key);
    if (questions === undefined) continue;
    const changed = outcomes.get(key)?.changed ?? [];
    const answers = mergeAnswers(material.stored.get(key), changed, questions);
    const updatedAt = material.filledAt.get(key) ?? null;
    filled.push({ key, userId: input.userId, answers, updatedAt });
    yield;
  }
  return filled;
}

/** Creates the result for an unknown user: no answer is applied and every key fails. */
export function createUnknownUserResult(input: ImportAnswersInput): ImportResult {
  return {
    userId: input.userId,
    templates: splitKeys(input.templates, () => 'unknown_user'),
    combinedFrom: splitKeys(input.combinedFrom ?? [], () => 'unknown_user'),
    questionnaires: [],
    ignoredQuestions: listIgnoredQuestions(input.answers ?? [], new Map()),
    appliedCount: 0,
  };
}

function splitKeys(
  keys: readonly string[],
  findFailure: (key: string) => ImportFailureReason | undefined,
): ImportOutcome {
  const outcome: ImportOutcome = { processed: [], failed: [] };
  for (const key of keys) {
    const reason = findFailure(key);
    if (reason === undefined) outcome.processed.push(key);
    else outcome.failed.push({ key, reason });
  }
  return outcome;
}
