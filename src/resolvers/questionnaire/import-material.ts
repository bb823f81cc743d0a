import type { Db } from '../../db/client.ts';
import { lockAndReadUser } from '../../db/queries/questionnaire/import-rows.ts';
import type { AnswerImport } from '../../domain/questionnaire/answers.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import type { ImportAnswersInput } from './inputs.ts';

export type UserKey = { serviceId: number; userId: number };

/** Stored data for an import, and the time each named questionnaire was last filled. */
export type ImportMaterial = AnswerImport & {
  filledAt: Map<string, Date>;
  /** Time of this import. */
  now: Date;
};

/**
 * Locks the user and reads the known targets, the filled sources and the answers in both, in one round trip. Undefined
 * when the service has no such user. Throws AppError `limit_exceeded` when the targets have too many questions or the
 * answers are too long.
 */
export async function readImportMaterial(
  db: Db,
  user: UserKey,
  input: ImportAnswersInput,
): Promise<ImportMaterial | undefined> {
  const targets = [...new Set(input.templates)];
  const combinedFrom = input.combinedFrom ?? [];
  const questionnaires = [...new Set([...targets, ...combinedFrom])];
  const rows = await lockAndReadUser(db, user, { targets, named: questionnaires });
  if (rows === undefined) return undefined;
  const filledAt = new Map(rows.filled.map((row) => [row.key, row.updatedAt]));
  return {
    targets: new Map(rows.targets),
    sources: combinedFrom.filter((source) => filledAt.has(source)),
    sent: input.answers ?? [],
    stored: new Map(
      await mapInSlices(user.serviceId, rows.filled, ({ key, answers }) => [
        key,
        new Map(answers.map((answer) => [answer.question, answer])),
      ]),
    ),
    filledAt,
    now: rows.now,
  };
}
