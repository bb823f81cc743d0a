import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listTemplates as findTemplates } from '../../db/queries/questionnaire/questionnaires.ts';
import type { Question } from '../../domain/questionnaire/questionnaire.ts';
import type { QuestionnaireTemplatesInput } from './inputs.ts';

/** Maximum number of templates of a service: they are one list without pages. */
export const TEMPLATES_MAX = 500;

export type Template = { key: string; title: string; version: number };

/** Lists the service's questionnaire templates by key, at most 500; unknown keys are omitted. */
export async function listTemplates(
  ctx: RequestContext,
  input: QuestionnaireTemplatesInput,
): Promise<Template[]> {
  const caller = requireScope(ctx.caller, 'business:read');
  return await findTemplates(ctx.db, caller.serviceId, {
    keys: input.keys ?? undefined,
    limit: TEMPLATES_MAX,
  });
}

/** Lists the questions of a template, in their order. Empty for an unknown template. */
export async function listQuestions(ctx: RequestContext, templateKey: string): Promise<Question[]> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.questions.load(templateKey);
}
