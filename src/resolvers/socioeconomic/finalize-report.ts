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
import { digestOf } from '../reports/digest.ts';
import { placePrinted, type StoredPrint, withPrinted } from '../reports/store-printed.ts';
import { auditOf } from './audit-report.ts';
import { checkContradictions } from './check-contradictions.ts';
import { refuseWithoutConsent } from './consents.ts';
import { type ChangedReport, recallReport, rememberReport } from './generate-report.ts';
import type { FinalizeReportInput } from './inputs.ts';
import { makeDocument } from './make-document.ts';
import { printDocument } from './print-document.ts';
import { openStored, reportNotFound, sealReport } from './sealed-report.ts';
import { checkReportVersion, holdDraft, refuseFinal } from './update-section.ts';

/**
 * Makes a draft final: from then on it never changes, is signed, and its PDF is a file of the participant's business.
 * Throws AppError `report_not_found`, `conflict` where it is final, `version_conflict`, `consent_required` where the
 * consent was revoked, `invalid_input` for a contradiction that is not acknowledged, `too_many_requests` while too many
 * are printed, `files_unavailable`.
 */
export async function finalizeSocioeconomicReport(
  ctx: RequestContext,
  input: FinalizeReportInput,
): Promise<IdempotentResult<ChangedReport>> {
  requireScope(ctx.caller, 'report:write');
  const seen = (await ctx.loaders.socioeconomicReport.load(input.reportId)) ?? reportNotFound();
  // Printed before the transaction, and only what may still become final.
  if (seen.state === 'final') return await runOnce(ctx, effectOf(input, refuseFinal));
  checkReportVersion(seen.version, input.expectedVersion);
  await checkConsent(ctx, seen);
  const final = await prepare(ctx, seen, input).catch(refuseLocked);
  const { participantId } = seen;
  const printed = { participantId, name: `socioeconomico-${seen.id}.pdf`, bytes: final.bytes };
  return await withPrinted(ctx, printed, async (file) => {
    const run = async (tx: RequestContext): Promise<ChangedReport> => ({
      report: await finalize(tx, seen, { ...final, file }),
    });
    return await runOnce(ctx, effectOf(input, run));
  }).finally(() => forget(ctx, seen));
}

/** Refuses a finalization that waited too long to record that it reads personal information. */
function refuseLocked(error: unknown): never {
  throw isLockTimeout(error) ? operationInProgress(error) : error;
}

/** Clears the loaders, so that the response has the signed report and not the draft. */
function forget({ loaders }: RequestContext, { id }: StoredReport): void {
  loaders.socioeconomicReport.clear(id);
  loaders.socioeconomicSealed.clear(id);
}

function effectOf(
  { idempotencyKey, ...request }: FinalizeReportInput,
  run: IdempotentOperation<ChangedReport>['run'],
): IdempotentOperation<ChangedReport> {
  return {
    operation: 'finalizeSocioeconomicReport',
    key: idempotencyKey,
    input: request,
    run,
    remember: rememberReport,
    replay: recallReport,
  };
}

/** Checks the consent before the PDF is generated. It is checked again once the report is locked. */
async function checkConsent(ctx: RequestContext, { consentId }: StoredReport): Promise<void> {
  const consent = await ctx.loaders.consent.load(consentId);
  if (consent === undefined || consent.revokedAt !== null) refuseWithoutConsent();
}

/** Final report with its PDF and the signatures of both. */
type Final = Omit<Finalized, 'sealed' | 'userId' | 'fileId'> & {
  sealed: SealedReport;
  bytes: Buffer;
};

async function prepare(
  ctx: RequestContext,
  report: StoredReport,
  { page: requested, acknowledge }: FinalizeReportInput,
): Promise<Final> {
  const page: PageFormat = requested ?? 'letter';
  const { serviceId, service, userId } = requireScope(ctx.caller, 'report:write');
  const at = new Date();
  const { content } = await openStored(ctx, report);
  const document = await makeDocument(ctx, report, { content, finishing: { userId, at } });
  checkContradictions(document, acknowledge ?? []);
  const statement = { kind: 'socioeconomic', serviceId, service, reportId: report.id } as const;
  const digest = digestOf(toCanonicalJson(document));
  const { signature: contentSignature } = await ctx.tokens.signReport({
    ...statement,
    format: 'json',
    sha256: digest,
  });
  const printing = { report: document, page, digest, signature: contentSignature };
  const bytes = await printDocument(ctx, printing);
  const sha256 = digestOf(bytes);
  const signed = await ctx.tokens.signReport({ ...statement, format: 'pdf', sha256 });
  const sealed = { content, final: { document, page } };
  return { sealed, at, bytes, sha256, contentSha256: digest, contentSignature, ...signed };
}

async function finalize(
  tx: RequestContext,
  seen: StoredReport,
  { file, ...final }: Omit<Final, 'bytes'> & { file: StoredPrint },
): Promise<StoredReport> {
  const { serviceId, userId } = requireScope(tx.caller, 'report:write');
  const { id, participantId } = seen;
  const { businessId } = await lockParticipantByLookup(tx, { databaseId: participantId });
  const draft = await holdDraft(tx, { reportId: id, expectedVersion: seen.version });
  const consent = await lockConsent(tx.db, serviceId, draft.consentId);
  if (consent === undefined || consent.revokedAt !== null) refuseWithoutConsent();
  const fileId = await placePrinted(tx, file, { businessId, participantId });
  const sealed = await sealReport(tx, { businessId, participantId }, final.sealed);
  const report = await finalizeDraft(
    tx.db,
    { serviceId, id },
    { ...final, sealed, userId, fileId },
  );
  await recordChange(tx.db, {
    audit: auditOf(tx, 'report_finalized', { businessId, report }),
    event: { serviceId, type: 'report_finalized', businessId, participantId, reportId: id },
    counts: ZERO_DELTA,
  });
  return report;
}
