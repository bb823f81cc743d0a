import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { upsertAnswers } from '../../db/queries/questionnaire/answers.ts';
import { type AuditEvent, insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { recordChange } from '../../db/queries/records/record-change.ts';
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import { combineAnswers, type TargetOutcome } from '../../domain/questionnaire/answers.ts';
import { AppError } from '../../errors.ts';
import { mapInSlices, runStepsInSlices } from '../../scheduling/map-in-slices.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { readImportMaterial, type UserKey } from './import-material.ts';
import { createImportResult, createUnknownUserResult, type ImportResult } from './import-result.ts';
import type { ImportAnswersInput } from './inputs.ts';
import { replayImport, toStoredImport } from './stored-import.ts';

type Outcomes = ReadonlyMap<string, TargetOutcome>;

/**
 * Fills questionnaires of one user from sent answers and from questionnaires filled earlier (v4: Import questionnaire
 * answers), in one transaction. A dry run returns the same result and stores nothing. Each requested key is in exactly
 * one list of the result. Throws AppError `limit_exceeded` when the targets have too many questions in total, or when
 * the answers to read or to store are too long.
 */
export async function importAnswers(
  ctx: RequestContext,
  input: ImportAnswersInput,
): Promise<IdempotentResult<ImportResult>> {
  requireScope(ctx.caller, 'answers:import');
  return await runOnce(ctx, {
    operation: 'importAnswers',
    // The GraphQL input has defaults where v4 omits the value or sends null.
    input: { ...input, answers: input.answers ?? [], dryRun: input.dryRun ?? false },
    run: async (tx) => await runImport(tx, input),
    remember: (result) => toStoredImport(input, result),
    // A dry run stored nothing that could be read again.
    replay: async (tx, outcome) =>
      input.dryRun === true ? await runImport(tx, input) : replayImport(input, outcome),
  });
}

async function runImport(tx: RequestContext, input: ImportAnswersInput): Promise<ImportResult> {
  const user = { serviceId: tx.caller.serviceId, userId: input.userId };
  const material = await readImportMaterial(tx.db, user, input);
  if (material === undefined) return createUnknownUserResult(input);
  const outcomes = await runStepsInSlices(user.serviceId, combineAnswers(material));
  checkLength(outcomes);
  const report = createImportResult({ input, material, outcomes });
  if (input.dryRun === true) return await runStepsInSlices(user.serviceId, report);
  for (const key of await storeAnswers(tx, user, outcomes)) {
    material.filledAt.set(key, material.now);
  }
  await recordImport(tx, user, outcomes);
  return await runStepsInSlices(user.serviceId, report);
}

/** Checks the total length: one sent answer may be stored for many targets. Throws AppError `limit_exceeded`. */
function checkLength(outcomes: Outcomes): void {
  let length = 0;
  for (const { changed } of outcomes.values())
    for (const { answer } of changed) length += answer.length;
  if (length <= STORED_LENGTH_MAX) return;
  const message = `The answers to store exceed ${STORED_LENGTH_MAX} characters in total. Import into fewer templates at once.`;
  throw new AppError('limit_exceeded', message);
}

/** Maximum length of the answers that one import stores, in characters in total. */
const STORED_LENGTH_MAX = 8 * 1024 * 1024;

/** Stores the changed answers and returns the keys of the changed questionnaires. */
async function storeAnswers(
  tx: RequestContext,
  user: UserKey,
  outcomes: Outcomes,
): Promise<string[]> {
  const filled = [...outcomes].filter(([, { changed }]) => changed.length > 0);
  const answers = await mapInSlices(user.serviceId, filled, ([templateKey, { changed }]) =>
    changed.map((answer) => ({ ...answer, templateKey })),
  );
  if (filled.length > 0) await upsertAnswers(tx.db, user, answers.flat());
  return filled.map(([key]) => key);
}

/** Records the import; emits an event only when a questionnaire changed. */
async function recordImport(tx: RequestContext, user: UserKey, outcomes: Outcomes): Promise<void> {
  const changed = [...outcomes].filter(([, outcome]) => outcome.changed.length > 0);
  const audit: AuditEvent = {
    serviceId: user.serviceId,
    action: 'answers_imported',
    userId: tx.caller.kind === 'user' ? tx.caller.userId : null,
    apiKeyId: tx.caller.apiKeyId,
    requestId: tx.requestId,
    details: {
      userId: user.userId,
      questionnaires: outcomes.size,
      answersStored: changed.reduce((sum, [, outcome]) => sum + outcome.changed.length, 0),
    },
  };
  if (changed.length === 0) return await insertAuditEvent(tx.db, audit);
  const templateKeys = changed.map(([key]) => key);
  const event = { ...user, type: 'answers_imported', templateKeys } as const;
  const answers = changed.reduce((sum, [, outcome]) => sum + outcome.addedCount, 0);
  const counts = { ...ZERO_DELTA, answers };
  await recordChange(tx.db, { audit, event, counts, quotas: tx.quotas });
}
