import type { RequestContext } from '../../context.ts';
import type { FilledQuestionnaire } from '../../domain/questionnaire/questionnaire.ts';
import type { ImportResult } from './import-result.ts';
import { listFilledByKeys } from './list-filled-questionnaires.ts';

/** Lists one questionnaire for each processed template; for a repeated request, with the answers stored now. */
export async function listImported(
  ctx: RequestContext,
  { questionnaires, templates, userId }: ImportResult,
): Promise<FilledQuestionnaire[]> {
  if (questionnaires !== undefined) return questionnaires;
  const user = { serviceId: ctx.caller.serviceId, userId };
  const stored = await listFilledByKeys(ctx, user, templates.processed);
  const byKey = new Map(stored.map((questionnaire) => [questionnaire.key, questionnaire]));
  return [...new Set(templates.processed)].map(
    (key) => byKey.get(key) ?? { key, userId, answers: [], updatedAt: null },
  );
}
