import type { Db } from '../../db/client.ts';
import { holdAndReadUser } from '../../db/queries/questionnaire/import-rows.ts';
import type { AnswerImport } from '../../domain/questionnaire/answers.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import type { ImportAnswersInput } from './inputs.ts';

export type UserKey = { serviceId: number; userId: number };

/** All that the decision needs, and when each of the named questionnaires was filled last. */
export type ImportReading = AnswerImport & {
  filledAt: Map<string, Date>;
  /** When those are filled that this import fills. */
  now: Date;
};

/**
 * Holds the user, and reads the known targets, the filled sources and the answers in both, in one round trip
 * whatever the size; undefined where the service has no such user. Throws AppError `limit_exceeded` as holdAndReadUser.
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
  return {
    targets: new Map(rows.targets),
    sources: combinedFrom.filter((source) => filledAt.has(source)),
    sent: input.answers ?? [],
    stored: new Map(
      await mapInSlices(user.serviceId, rows.filled, ({ key, answers }) => [
        key,
        new Map(answers.map((one) => [one.question, one])),
      ]),
    ),
    filledAt,
    now: rows.now,
  };
}
