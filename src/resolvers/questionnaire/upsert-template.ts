import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listTemplates } from '../../db/queries/questionnaire/questionnaires.ts';
import {
  type ComparedQuestion,
  compareQuestions,
  countTemplates,
  insertTemplate,
  lockTemplate,
  storeQuestions,
  updateTemplate,
} from '../../db/queries/questionnaire/templates.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import type { Question } from '../../domain/questionnaire/questionnaire.ts';
import { AppError, invalidAt } from '../../errors.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { TEMPLATES_MAX, type Template } from './list-templates.ts';
import type { UpsertTemplateInput } from './template-inputs.ts';

/** Current template. `changed` is false when the stored template was the same and nothing was written. */
export type UpsertedTemplate = { template: Template; created: boolean; changed: boolean };

/**
 * Creates or updates a template by its key. Its questions become exactly those of the input, in their order. Answers to
 * removed questions stay stored and readable. Throws AppError `version_conflict` when the caller expects another
 * version, where 0 means none, and `invalid_input` when the service has the maximum number of templates.
 */
export async function upsertTemplate(
  ctx: RequestContext,
  input: UpsertTemplateInput,
): Promise<IdempotentResult<UpsertedTemplate>> {
  requireScope(ctx.caller, 'questionnaire:write');
  return await runOnce(ctx, {
    operation: 'upsertQuestionnaireTemplate',
    input,
    run: async (tx) => await upsert(tx, input),
    remember: ({ created, changed }) => ({ created, changed }),
    replay: async (tx, outcome) => ({
      ...outcomeSchema.parse(outcome),
      template: await getTemplate(tx, input.key),
    }),
  });
}

const outcomeSchema = z.object({ created: z.boolean(), changed: z.boolean() });

async function upsert(tx: RequestContext, input: UpsertTemplateInput): Promise<UpsertedTemplate> {
  const template = { serviceId: tx.caller.serviceId, key: input.key };
  const locked = await lockTemplate(tx.db, template);
  checkTemplateVersion(locked?.version ?? 0, input.expectedVersion);
  const stored = locked ? await compareQuestions(tx.db, template, input.questions) : [];
  const isChanged = locked?.title !== input.title || !haveSameQuestions(stored, input.questions);
  if (locked === undefined) {
    await requireTemplateQuota(tx);
    await insertTemplate(tx.db, template, input.title);
  } else if (isChanged) await updateTemplate(tx.db, template, input.title);
  if (isChanged) {
    await storeQuestions(tx.db, template, input.questions);
    await recordUpsert(tx, input, stored);
  }
  const created = locked === undefined;
  return { template: await getTemplate(tx, input.key), created, changed: isChanged };
}

function checkTemplateVersion(current: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === current) return;
  const message =
    current === 0
      ? 'The service has no such template.'
      : `The template is at version ${current} now.`;
  throw new AppError('version_conflict', message, { currentVersion: current });
}

/**
 * Throws AppError `invalid_input` when the service has the maximum number of templates, which limits the list without
 * pages.
 */
async function requireTemplateQuota(tx: RequestContext): Promise<void> {
  if ((await countTemplates(tx.db, tx.caller.serviceId, TEMPLATES_MAX)) < TEMPLATES_MAX) return;
  throw invalidAt(['key'], `The service has the maximum of ${TEMPLATES_MAX} templates`, 'too_many');
}

function haveSameQuestions(
  stored: readonly ComparedQuestion[],
  sent: readonly Question[],
): boolean {
  return stored.length === sent.length && stored.every(({ isSame }) => isSame);
}

/** Records the change without keys and texts, which may contain names of persons. */
async function recordUpsert(
  tx: RequestContext,
  input: UpsertTemplateInput,
  stored: readonly ComparedQuestion[],
): Promise<void> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'questionnaire:write');
  const storedKeys = new Set(stored.map((question) => question.key));
  const questionsAdded = input.questions.filter((question) => !storedKeys.has(question.key)).length;
  const questionsRemoved = stored.length + questionsAdded - input.questions.length;
  await insertAuditEvent(tx.db, {
    serviceId,
    action: 'questionnaire_template_upserted',
    userId,
    apiKeyId,
    requestId: tx.requestId,
    details: { questions: input.questions.length, questionsAdded, questionsRemoved },
  });
}

async function getTemplate(tx: RequestContext, key: string): Promise<Template> {
  const [template] = await listTemplates(tx.db, tx.caller.serviceId, { keys: [key], limit: 1 });
  if (template === undefined)
    throw new Error('A template is missing, although templates are never deleted.');
  return template;
}
