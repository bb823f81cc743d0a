import type { Db } from '../../db/client.ts';
import {
  listAnswers,
  listFilled,
  listQuestions,
  listTemplates,
} from '../../db/queries/questionnaires.ts';
import type { ImportMaterial } from '../../domain/answers.ts';
import type { Answer } from '../../domain/questionnaire.ts';
import type { ImportAnswersInput } from './inputs.ts';

export type UserKey = { serviceId: number; userId: number };

/** All that the decision needs, and when each of the named questionnaires was filled last. */
export type ImportReading = ImportMaterial & { filledAt: Map<string, Date> };

/** Reads the known targets, the filled sources and the answers in both: four statements, whatever the size. */
export async function readImportMaterial(
  db: Db,
  user: UserKey,
  input: ImportAnswersInput,
): Promise<ImportReading> {
  const targets = [...new Set(input.templates)];
  const combinedFrom = input.combinedFrom ?? [];
  const named = [...new Set([...targets, ...combinedFrom])];
  const known = await listTemplates(db, user.serviceId, { keys: targets, limit: targets.length });
  const targetKeys = known.map((one) => one.key);
  const questions = await listQuestions(db, user.serviceId, targetKeys);
  const filled = await listFilled(db, user, { keys: named, limit: named.length });
  const filledAt = new Map(filled.map((one) => [one.key, one.updatedAt]));
  const stored = await listAnswers(db, user, [...filledAt.keys()]);
  const keysByTarget = Map.groupBy(questions, (one) => one.templateKey);
  return {
    targets: new Map(
      targetKeys.map((target) => [target, (keysByTarget.get(target) ?? []).map((one) => one.key)]),
    ),
    sources: combinedFrom.filter((source) => filledAt.has(source)),
    sent: input.answers ?? [],
    stored: groupAnswers(stored),
    filledAt,
  };
}

function groupAnswers(
  answers: readonly (Answer & { templateKey: string })[],
): Map<string, Map<string, Answer>> {
  const groups = new Map<string, Map<string, Answer>>();
  for (const { templateKey, ...answer } of answers) {
    const group = groups.get(templateKey) ?? new Map<string, Answer>();
    group.set(answer.question, answer);
    groups.set(templateKey, group);
  }
  return groups;
}
