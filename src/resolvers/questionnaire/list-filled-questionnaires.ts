import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { getReads } from '../../db/loaders/reads.ts';
import { listAnswers, listFilled } from '../../db/queries/questionnaire/questionnaires.ts';
import type { FilledQuestionnaire } from '../../domain/questionnaire/questionnaire.ts';
import type { FilledQuestionnairesInput } from './inputs.ts';

/** Maximum number without keys. With keys, at most KEYS_MAX are read. */
const FILLED_MAX = 500;

/** Lists the questionnaires that a user has filled, ordered by key, at most 500. Empty for an unknown user. */
export async function listFilledQuestionnaires(
  ctx: RequestContext,
  input: FilledQuestionnairesInput,
): Promise<FilledQuestionnaire[]> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  return await listFilledByKeys(ctx, { serviceId, userId: input.userId }, input.keys);
}

/**
 * Lists filled questionnaires for an operation that has checked its own scope; without keys, up to FILLED_MAX of them.
 * Throws AppError `limit_exceeded` when the answers are too long.
 */
export async function listFilledByKeys(
  { db, rows }: Pick<RequestContext, 'db' | 'rows'>,
  user: { serviceId: number; userId: number },
  keys: readonly string[] | null | undefined,
): Promise<FilledQuestionnaire[]> {
  const filled = await listFilled(db, user, { keys: keys ?? undefined, limit: FILLED_MAX });
  const templateKeys = filled.map((row) => row.key);
  const read = async () => await listAnswers(db, user, templateKeys);
  const all = await getReads(db).questionnaires(user.serviceId, read, rows);
  const answers = Map.groupBy(all, (answer) => answer.templateKey);
  return filled.map((row) => ({
    ...row,
    userId: user.userId,
    answers: answers.get(row.key) ?? [],
  }));
}
