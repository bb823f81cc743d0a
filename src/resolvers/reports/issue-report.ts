import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import {
  listScreeningReports,
  type NewReport,
  type StoredReport,
  saveReport,
} from '../../db/queries/screening/reports.ts';
import { toCanonicalJson } from '../../domain/reports/canonical-json.ts';
import {
  createScreeningReport,
  REPORTED_MATCHES_MAX,
  type ReportFormat,
  type ScreeningReport,
} from '../../domain/reports/screening-report.ts';
import type { Screening } from '../../domain/screening/screening.ts';
import { AppError } from '../../errors.ts';
import { groupEntriesByPerson } from '../screening/person-groups.ts';
import { recordSubjectRead } from '../screening/visible-subject.ts';
import { toSha256 } from './digest.ts';
import { readPrintedNames } from './printed-names.ts';
import { readReviews } from './read-reviews.ts';
import { storePrintedOnce } from './store-printed.ts';

/** Issued report with its signature. */
export type IssuedReport = {
  report: ScreeningReport;
  format: ReportFormat;
  /** SHA-256 of the PDF, or of the canonical JSON of the report, in hexadecimal. */
  sha256: string;
  signature: string;
  /** File that the PDF is stored as; null for JSON, and for a person who is not a participant. */
  fileId: number | null;
  /** PDF that was printed for this request; null for JSON and for a stored PDF. */
  bytes: Buffer | null;
};

/**
 * Returns the signed report of a screening and records the access. The PDF about a participant is stored as a file of
 * its business with the first request, and as another file once its matches are decided; the PDF about a person who is
 * not a participant is printed for each request. Throws AppError `too_many_requests` when too many reports wait for
 * printing, and `files_unavailable` when the PDF cannot be printed or stored.
 */
export async function issueReport(
  ctx: RequestContext,
  screening: Screening,
  format: ReportFormat,
): Promise<IssuedReport> {
  requireScope(ctx.caller, 'screening:read');
  // A signed report cannot be masked.
  const { serviceId, service } = requireScope(ctx.caller, 'personal:read');
  await recordSubjectRead(ctx, screening);
  const issued = await listScreeningReports(ctx.db, serviceId, screening.id);
  const businessCode = await findBusinessCode(ctx, screening, issued);
  const personGroups = await groupEntriesByPerson(ctx, screening.matches);
  const reviews = await readReviews(ctx, screening, REPORTED_MATCHES_MAX);
  const details = { service, businessCode, personGroups, reviews };
  const report = createScreeningReport(screening, details);
  const findIssued = (issuedFormat: ReportFormat) =>
    issued.find((stored) => stored.format === issuedFormat);
  const request = {
    screening,
    report,
    businessCode,
    json: findIssued('json'),
    pdf: findIssued('pdf'),
  };
  return format === 'json' ? await issueJson(ctx, request) : await issuePdf(ctx, request);
}

/** Returns the code of the first report, so that the report stays the same when the business gets another code. */
async function findBusinessCode(
  ctx: RequestContext,
  { participantId }: Screening,
  [firstReport]: readonly StoredReport[],
): Promise<string | null> {
  if (firstReport !== undefined) return firstReport.businessCode;
  const participant =
    participantId === null ? undefined : await ctx.loaders.participant.load(participantId);
  if (participant === undefined) return null;
  const business = await ctx.loaders.business.load(participant.businessId);
  return business?.code ?? null;
}

type ReportToIssue = {
  screening: Screening;
  report: ScreeningReport;
  businessCode: string | null;
  /** Reports that were issued before. */
  json: StoredReport | undefined;
  pdf: StoredReport | undefined;
};

async function issueJson(ctx: RequestContext, request: ReportToIssue): Promise<IssuedReport> {
  const { report } = request;
  const sha256 = toSha256(toCanonicalJson(report));
  const stored = await signOnce(ctx, request, { format: 'json', sha256, contentSha256: null });
  return { report, format: 'json', ...stored, fileId: null, bytes: null };
}

async function issuePdf(ctx: RequestContext, request: ReportToIssue): Promise<IssuedReport> {
  const { report, pdf, screening } = request;
  const digest = toSha256(toCanonicalJson(report));
  const stored = pdf && (await findAvailablePdf(ctx, pdf, digest));
  if (stored !== undefined) return { report, format: 'pdf', ...stored, bytes: null };
  if (ctx.reports === undefined)
    throw new AppError('files_unavailable', 'PDF reports are not available on this server.');
  const { serviceId } = ctx.caller;
  // The PDF shows the signature of the JSON in a QR code.
  const { signature } = await issueJson(ctx, request);
  const names = await readPrintedNames(ctx, screening);
  const bytes = await ctx.reports.print(serviceId, { report, digest, signature, ...names });
  const sha256 = toSha256(bytes);
  const { participantId } = screening;
  if (participantId === null) {
    const signed = await signOnce(ctx, request, { format: 'pdf', sha256, contentSha256: digest });
    return { report, format: 'pdf', ...signed, fileId: null, bytes };
  }
  const name = `reporte-${screening.id}.pdf`;
  const file = await storePrintedOnce(
    ctx,
    { participantId, name, bytes },
    {
      find: async (tx) => await findConcurrentPdf(tx, screening.id, digest),
      save: async (tx, fileId) =>
        await signOnce(tx, request, { format: 'pdf', sha256, contentSha256: digest, fileId }),
    },
  );
  return { report, format: 'pdf', ...file, bytes: null };
}

type SignedPdf = { sha256: string; signature: string; fileId: number | null };

/**
 * Returns the stored PDF; undefined when its file was deleted, when it was never stored, and when the report has
 * changed since.
 */
async function findAvailablePdf(
  ctx: RequestContext,
  { fileId, sha256, signature, contentSha256 }: StoredReport,
  digest: string,
): Promise<SignedPdf | undefined> {
  if (contentSha256 !== digest) return undefined;
  const file = fileId === null ? undefined : await ctx.loaders.file.load(fileId);
  return file?.state === 'available' ? { sha256, signature, fileId } : undefined;
}

/** Finds the PDF that another request stored while this one printed. */
async function findConcurrentPdf(
  tx: RequestContext,
  screeningId: number,
  digest: string,
): Promise<SignedPdf | undefined> {
  const reports = await listScreeningReports(tx.db, tx.caller.serviceId, screeningId);
  const pdf = reports.find(({ format }) => format === 'pdf');
  return pdf && (await findAvailablePdf(tx, pdf, digest));
}

type ReportDigest = {
  format: ReportFormat;
  sha256: string;
  contentSha256: string | null;
  fileId?: number | null;
};

/** Signs a report and stores the signature. Returns the stored signature when the same report was signed before. */
async function signOnce(
  ctx: RequestContext,
  { screening, businessCode, ...issued }: ReportToIssue,
  { format, sha256, contentSha256, fileId = null }: ReportDigest,
): Promise<SignedPdf> {
  const { serviceId, service } = requireScope(ctx.caller, 'screening:read');
  const stored = issued[format];
  const isSame = stored?.sha256 === sha256 && stored.contentSha256 === contentSha256;
  if (isSame && stored.fileId === fileId) return { sha256, signature: stored.signature, fileId };
  const statement = { kind: 'screening', serviceId, service, reportId: screening.id } as const;
  const signed = await ctx.tokens.signReport({ ...statement, format, sha256 });
  const report: NewReport = {
    serviceId,
    screeningId: screening.id,
    format,
    businessCode,
    sha256,
    ...signed,
    fileId,
    contentSha256,
  };
  await saveReport(ctx.db, report);
  return { sha256, signature: signed.signature, fileId };
}
