import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { recordChange } from '../../db/queries/records/record-change.ts';
import { lockConsent } from '../../db/queries/socioeconomic/consents.ts';
import { type Finalized, finalizeDraft } from '../../db/queries/socioeconomic/reports.ts';
import { isLockTimeout } from '../../db/transaction.ts';
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import { toCanonicalJson } from '../../domain/reports/canonical-json.ts';
import type {
  PageFormat,
  SealedReport,
  StoredReport,
} from '../../domain/socioeconomic/stored-report.ts';
import { operationInProgress } from '../../errors.ts';
import { lockParticipantByLookup } from '../business/lock-participant.ts';
import { type IdempotentOperation, type IdempotentResult, runOnce } from '../common/run-once.ts';
import { toSha256 } from '../reports/digest.ts';
import { insertPrintedFile, type StoredPrint, withStoredPrint } from '../reports/store-printed.ts';
import { toReportAuditEvent } from './audit-report.ts';
import { checkContradictions } from './check-contradictions.ts';
import { throwConsentRequired } from './consents.ts';
import { createDocument } from './create-document.ts';
import { type ChangedReport, replayReport, toReportOutcome } from './generate-report.ts';
import type { FinalizeReportInput } from './inputs.ts';
import { printDocument } from './print-document.ts';
import { decryptStoredReport, encryptReport, throwReportNotFound } from './sealed-report.ts';
import { checkReportVersion, lockDraft, throwFinalReport } from './update-section.ts';

/**
 * Makes a draft final: the report is signed and never changes afterwards, and its PDF is stored as a file of the
 * participant's business. Throws AppError `report_not_found`, `conflict` when the report is final already,
 * `version_conflict`, `consent_required` when the consent was revoked, `invalid_input` for a contradiction that is not
 * acknowledged, `too_many_requests` when too many reports wait for printing, `operation_in_progress` after a lock
 * timeout, `files_unavailable`, `quota_exceeded`.
 */
export async function finalizeSocioeconomicReport(
  ctx: RequestContext,
  input: FinalizeReportInput,
): Promise<IdempotentResult<ChangedReport>> {
  requireScope(ctx.caller, 'report:write');
  const draft =
    (await ctx.loaders.socioeconomicReport.load(input.reportId)) ?? throwReportNotFound();
  // Printing would hold locks too long, so it precedes the transaction. A final report is not printed again.
  if (draft.state === 'final') return await runOnce(ctx, toOperation(input, throwFinalReport));
  checkReportVersion(draft.version, input.expectedVersion);
  await checkConsent(ctx, draft);
  const printed = await printAndSign(ctx, draft, input).catch(throwInProgress);
  const { participantId } = draft;
  const pdf = { participantId, name: `socioeconomico-${draft.id}.pdf`, bytes: printed.bytes };
  return await withStoredPrint(ctx, pdf, async (file) => {
    const run = async (tx: RequestContext): Promise<ChangedReport> => ({
      report: await finalize(tx, draft, { ...printed, file }),
    });
    return await runOnce(ctx, toOperation(input, run));
  }).finally(() => clearLoaders(ctx, draft));
}

/**
 * Throws AppError `operation_in_progress` when recording the access to personal information waited too long for a lock.
 */
function throwInProgress(error: unknown): never {
  throw isLockTimeout(error) ? operationInProgress(error) : error;
}

/** Clears the loaders, so that the response contains the signed report instead of the draft. */
function clearLoaders({ loaders }: RequestContext, { id }: StoredReport): void {
  loaders.socioeconomicReport.clear(id);
  loaders.socioeconomicSealed.clear(id);
}

function toOperation(
  input: FinalizeReportInput,
  run: IdempotentOperation<ChangedReport>['run'],
): IdempotentOperation<ChangedReport> {
  return {
    operation: 'finalizeSocioeconomicReport',
    input,
    run,
    remember: toReportOutcome,
    replay: replayReport,
  };
}

/**
 * Throws AppError `consent_required` before the PDF is printed. The consent is checked again once the report is locked.
 */
async function checkConsent(ctx: RequestContext, { consentId }: StoredReport): Promise<void> {
  const consent = await ctx.loaders.consent.load(consentId);
  if (consent === undefined || consent.revokedAt !== null) throwConsentRequired();
}

/** Content of the final report, its PDF, and the signatures of both. */
type PrintedReport = Omit<Finalized, 'sealed' | 'userId' | 'fileId'> & {
  sealed: SealedReport;
  bytes: Buffer;
};

async function printAndSign(
  ctx: RequestContext,
  report: StoredReport,
  { page: requested, acknowledge }: FinalizeReportInput,
): Promise<PrintedReport> {
  const page: PageFormat = requested ?? 'letter';
  const { serviceId, service, userId } = requireScope(ctx.caller, 'report:write');
  const at = new Date();
  const { content } = await decryptStoredReport(ctx, report);
  const document = await createDocument(ctx, report, { content, finalization: { userId, at } });
  checkContradictions(document, acknowledge ?? []);
  const statement = { kind: 'socioeconomic', serviceId, service, reportId: report.id } as const;
  const digest = toSha256(toCanonicalJson(document));
  const { signature: contentSignature } = await ctx.tokens.signReport({
    ...statement,
    format: 'json',
    sha256: digest,
  });
  const request = { report: document, page, digest, signature: contentSignature };
  const bytes = await printDocument(ctx, request);
  const sha256 = toSha256(bytes);
  const signed = await ctx.tokens.signReport({ ...statement, format: 'pdf', sha256 });
  const sealed = { content, final: { document, page } };
  return { sealed, at, bytes, sha256, contentSha256: digest, contentSignature, ...signed };
}

async function finalize(
  tx: RequestContext,
  draft: StoredReport,
  { file, ...final }: Omit<PrintedReport, 'bytes'> & { file: StoredPrint },
): Promise<StoredReport> {
  const { serviceId, userId } = requireScope(tx.caller, 'report:write');
  const { id, participantId } = draft;
  const { businessId } = await lockParticipantByLookup(tx, { databaseId: participantId });
  const locked = await lockDraft(tx, { reportId: id, expectedVersion: draft.version });
  const consent = await lockConsent(tx.db, serviceId, locked.consentId);
  if (consent === undefined || consent.revokedAt !== null) throwConsentRequired();
  const fileId = await insertPrintedFile(tx, file, { businessId, participantId });
  const sealed = await encryptReport(tx, { businessId, participantId }, final.sealed);
  const report = await finalizeDraft(
    tx.db,
    { serviceId, id },
    { ...final, sealed, userId, fileId },
  );
  await recordChange(tx.db, {
    audit: toReportAuditEvent(tx, 'report_finalized', { businessId, report }),
    event: { serviceId, type: 'report_finalized', businessId, participantId, reportId: id },
    counts: ZERO_DELTA,
  });
  return report;
}
