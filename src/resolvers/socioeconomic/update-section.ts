import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { lockReport, updateDraft } from '../../db/queries/socioeconomic/reports.ts';
import type { TypedSection } from '../../domain/socioeconomic/content.ts';
import { mergeSection } from '../../domain/socioeconomic/merge-section.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { SECTION_KEYS, type SectionKey } from '../../domain/socioeconomic/template/section-keys.ts';
import type { ReportValue } from '../../domain/socioeconomic/value.ts';
import { AppError, invalidAt, invalidInput } from '../../errors.ts';
import { getParticipant } from '../business/lock-participant.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { auditReport } from './audit-report.ts';
import { type ChangedReport, replayReport, toReportOutcome } from './generate-report.ts';
import type { TypedValueInput, UpdateSectionInput } from './inputs.ts';
import { getTemplate } from './report-template.ts';
import { decryptStoredReport, encryptReport, throwReportNotFound } from './sealed-report.ts';

/**
 * Stores typed values in a section of a draft and increments its version. Throws AppError `report_not_found`,
 * `conflict` for a final report, `version_conflict`, `files_unavailable`, `limit_exceeded`, and `invalid_input` for
 * members that the template does not have and for values of another kind.
 */
export async function updateSocioeconomicSection(
  ctx: RequestContext,
  input: UpdateSectionInput,
): Promise<IdempotentResult<ChangedReport>> {
  requireScope(ctx.caller, 'report:write');
  return await runOnce<ChangedReport>(ctx, {
    operation: 'updateSocioeconomicSection',
    input,
    run: async (tx) => ({ report: await update(tx, input) }),
    remember: toReportOutcome,
    replay: replayReport,
  });
}

async function update(tx: RequestContext, input: UpdateSectionInput): Promise<StoredReport> {
  const { serviceId, userId } = requireScope(tx.caller, 'report:write');
  const section = requireSection(input);
  const draft = await lockDraft(tx, input);
  const { businessId } = await getParticipant(tx, draft.participantId);
  const owner = { businessId, participantId: draft.participantId };
  const { content } = await decryptStoredReport(tx, draft);
  const author = { userId, at: new Date().toISOString() };
  const template = await getTemplate(tx, draft);
  const merged = mergeSection(template, content, {
    section,
    typed: toTypedSection(input),
    typist: author,
  });
  if (merged.kind === 'refused') throw invalidInput(merged.faults);
  const sealed = await encryptReport(tx, owner, { content: merged.content, final: null });
  const report = await updateDraft(tx.db, { serviceId, id: draft.id }, sealed);
  await auditReport(tx, 'report_updated', { businessId, report });
  return report;
}

function requireSection({ section }: UpdateSectionInput): SectionKey {
  const sectionKey = SECTION_KEYS.find((key) => key === section);
  if (sectionKey !== undefined) return sectionKey;
  throw invalidAt(['section'], 'Must be a section of the template', 'not_found');
}

type Expected = { reportId: number; expectedVersion?: number | null | undefined };

/**
 * Locks and returns a draft. Throws AppError `report_not_found`, `conflict` when it is final, and `version_conflict`.
 */
export async function lockDraft(
  tx: RequestContext,
  { reportId: id, expectedVersion }: Expected,
): Promise<StoredReport> {
  const report = await lockReport(tx.db, { serviceId: tx.caller.serviceId, id });
  if (report === undefined) return throwReportNotFound();
  if (report.state === 'final') return throwFinalReport();
  checkReportVersion(report.version, expectedVersion);
  return report;
}

/** Throws AppError `conflict`. */
export function throwFinalReport(): never {
  throw new AppError('conflict', 'The report is final. Generate a new report that corrects it.');
}

/**
 * Throws AppError `version_conflict`, with the current version, unless it is the expected one. Without an expected
 * version, nothing is checked.
 */
export function checkReportVersion(current: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === current) return;
  const message = `The report is at version ${current} now.`;
  throw new AppError('version_conflict', message, { currentVersion: current });
}

function toTypedSection({ fields, groups }: UpdateSectionInput): TypedSection {
  return {
    fields: fields.map(({ key, value }) => ({ key, value: value ? toReportValue(value) : null })),
    groups: groups.map(({ key, rows }) => ({
      key,
      rows: rows.map(({ values }) =>
        values.map((typed) => ({ key: typed.key, value: toReportValue(typed.value) })),
      ),
    })),
  };
}

/** Converts a value that was checked to be of exactly one kind. */
function toReportValue({ text, money, count, date, yesNo, choice }: TypedValueInput): ReportValue {
  if (isGiven(text)) return { kind: 'text', value: text };
  if (isGiven(money)) return { kind: 'money', value: money };
  if (isGiven(count)) return { kind: 'count', value: count };
  if (isGiven(date)) return { kind: 'date', value: date };
  if (isGiven(yesNo)) return { kind: 'yes_no', value: yesNo };
  return { kind: 'choice', value: choice ?? '' };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
