import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { listAnswers, listFilled } from '../../db/queries/questionnaires.ts';
import type { FilledQuestionnaire } from '../../domain/questionnaire.ts';
import type { FilledQuestionnairesInput } from './inputs.ts';

const FILLED_MAX = 500;

/** What a user of the service has filled, by key, at most 500; empty for an unknown user. */
export async function listFilledQuestionnaires(
  ctx: Ctx,
  input: FilledQuestionnairesInput,
): Promise<FilledQuestionnaire[]> {
  const caller = requireScope(ctx.caller, 'business:read');
  const user = { serviceId: caller.serviceId, userId: input.userId };
  const filled = await listFilled(ctx.db, user, {
    keys: input.keys ?? undefined,
    limit: FILLED_MAX,
  });
  const keys = filled.map((one) => one.key);
  const answers = Map.groupBy(await listAnswers(ctx.db, user, keys), (one) => one.templateKey);
  return filled.map((one) => ({
    ...one,
    userId: user.userId,
    answers: answers.get(one.key) ?? [],
  }));
}
