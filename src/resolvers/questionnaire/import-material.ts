import type { Db } from '../../db/client.ts';
import { holdAndReadUser } from '../../db/queries/answers.ts';
import type { ImportMaterial } from '../../domain/answers.ts';
import type { Answer } from '../../domain/questionnaire.ts';
import type { ImportAnswersInput } from './inputs.ts';

export type UserKey = { serviceId: number; userId: number };

/** All that the decision needs, and when each of the named questionnaires was filled last. */
export type ImportReading = ImportMaterial & {
  filledAt: Map<string, Date>;
  /** When those are filled that this import fills. */
  now: Date;
};

/**
 * Holds the user, and reads the known targets, the filled sources and the answers in both, in one round trip
 * whatever the size; undefined where the service has no such user.
 */
export async function readImportMaterial(
  db: Db,
  user: UserKey,
  input: ImportAnswersInput,
): Promise<ImportReading | undefined> {
  const targets = [...new Set(input.templates)];
  const combinedFrom = input.combinedFrom ?? [];
  const named = [...new Set([...targets, ...combinedFrom])];
  const rows = await holdAndReadUser(db, user, { targets, named });
  if (rows === undefined) return undefined;
  const filledAt = new Map(rows.filled.map((one) => [one.key, one.updatedAt]));
  const asked = Map.groupBy(rows.questions, (one) => one.templateKey);
  return {
    targets: new Map(
      rows.targets.map((target) => [target, (asked.get(target) ?? []).map((one) => one.key)]),
    ),
    sources: combinedFrom.filter((source) => filledAt.has(source)),
    sent: input.answers ?? [],
    stored: groupAnswers(rows.answers),
    filledAt,
    now: rows.now,
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
