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
import { recordSubjectRead } from '../screening/show-subject.ts';
import { digestOf } from './digest.ts';
import { readPrintedNames } from './printed-names.ts';
import { readReviews } from './read-reviews.ts';
import { storePrinted } from './store-printed.ts';

/** Issued report with its signature. */
export type MadeReport = {
  report: ScreeningReport;
  format: ReportFormat;
  /** Hexadecimal: of the PDF, or of the report as `toCanonicalJson` writes it. */
  sha256: string;
  signature: string;
  /** The file of the business that it was stored as; null for JSON, and for a person who was typed in. */
  fileId: number | null;
  /** The PDF, where it was made just now and is no file. */
  bytes: Buffer | null;
};

/**
 * Returns the signed report of a screening. The PDF about a participant is a file of its business from the first request on, and another
 * file once its matches are decided; the PDF about a person whose data were typed is printed for each request. The read is recorded. Throws
 * AppError `too_many_requests` while too many reports are printed, and `files_unavailable` when it can neither be printed nor stored.
 */
export async function makeReport(
  ctx: RequestContext,
  screening: Screening,
  format: ReportFormat,
): Promise<MadeReport> {
  requireScope(ctx.caller, 'screening:read');
  // Nothing in a report can be masked: it is signed as it is.
  const { serviceId, service } = requireScope(ctx.caller, 'personal:read');
  await recordSubjectRead(ctx, screening);
  const issued = await listScreeningReports(ctx.db, serviceId, screening.id);
  const businessCode = await findBusinessCode(ctx, screening, issued);
  const personGroups = await groupEntriesByPerson(ctx, screening.matches);
  const reviews = await readReviews(ctx, screening, REPORTED_MATCHES_MAX);
  const of = { service, businessCode, personGroups, reviews };
  const report = createScreeningReport(screening, of);
  const issuedAs = (as: ReportFormat) => issued.find((stored) => stored.format === as);
  const making = { screening, report, businessCode, json: issuedAs('json'), pdf: issuedAs('pdf') };
  return format === 'json' ? await makeJson(ctx, making) : await makePdf(ctx, making);
}

/** Returns the code of the first report, so that the report stays the same when the business gets another code. */
async function findBusinessCode(
  ctx: RequestContext,
  { participantId }: Screening,
  [first]: readonly StoredReport[],
): Promise<string | null> {
  if (first !== undefined) return first.businessCode;
  const participant =
    participantId === null ? undefined : await ctx.loaders.participant.load(participantId);
  if (participant === undefined) return null;
  const business = await ctx.loaders.business.load(participant.businessId);
  return business?.code ?? null;
}

type Making = {
  screening: Screening;
  report: ScreeningReport;
  businessCode: string | null;
  /** Reports that were issued before. */
  json: StoredReport | undefined;
  pdf: StoredReport | undefined;
};

async function makeJson(ctx: RequestContext, making: Making): Promise<MadeReport> {
  const { report } = making;
  const sha256 = digestOf(toCanonicalJson(report));
  const stored = await keep(ctx, making, { format: 'json', sha256, contentSha256: null });
  return { report, format: 'json', ...stored, fileId: null, bytes: null };
}

async function makePdf(ctx: RequestContext, making: Making): Promise<MadeReport> {
  const { report, pdf, screening } = making;
  const digest = digestOf(toCanonicalJson(report));
  const stored = pdf && (await findStored(ctx, pdf, digest));
  if (stored !== undefined) return { report, format: 'pdf', ...stored, bytes: null };
  if (ctx.reports === undefined)
    throw new AppError('files_unavailable', 'PDF reports are not available on this server.');
  const { serviceId } = ctx.caller;
  // The code in the PDF holds the signature of the JSON.
  const { signature } = await makeJson(ctx, making);
  const names = await readPrintedNames(ctx, screening);
  const bytes = await ctx.reports.print(serviceId, { report, digest, signature, ...names });
  const sha256 = digestOf(bytes);
  const { participantId } = screening;
  if (participantId === null) {
    const signed = await keep(ctx, making, { format: 'pdf', sha256, contentSha256: digest });
    return { report, format: 'pdf', ...signed, fileId: null, bytes };
  }
  const name = `reporte-${screening.id}.pdf`;
  const file = await storePrinted(
    ctx,
    { participantId, name, bytes },
    {
      find: async (tx) => await findFiled(tx, screening.id, digest),
      keep: async (tx, fileId) =>
        await keep(tx, making, { format: 'pdf', sha256, contentSha256: digest, fileId }),
    },
  );
  return { report, format: 'pdf', ...file, bytes: null };
}

type Filed = { sha256: string; signature: string; fileId: number | null };

/** Returns the stored PDF. Undefined when it is no file, shows another report than that of the digest, or was deleted. */
async function findStored(
  ctx: RequestContext,
  { fileId, sha256, signature, contentSha256 }: StoredReport,
  digest: string,
): Promise<Filed | undefined> {
  if (contentSha256 !== digest) return undefined;
  const file = fileId === null ? undefined : await ctx.loaders.file.load(fileId);
  return file?.state === 'available' ? { sha256, signature, fileId } : undefined;
}

/** Finds the PDF that another request stored while this one printed. */
async function findFiled(
  tx: RequestContext,
  screeningId: number,
  digest: string,
): Promise<Filed | undefined> {
  const reports = await listScreeningReports(tx.db, tx.caller.serviceId, screeningId);
  const pdf = reports.find(({ format }) => format === 'pdf');
  return pdf && (await findStored(tx, pdf, digest));
}

type Digested = {
  format: ReportFormat;
  sha256: string;
  contentSha256: string | null;
  fileId?: number;
};

/** Signs a report and stores its signature, unless it is stored already. */
async function keep(
  ctx: RequestContext,
  { screening, businessCode, ...issued }: Making,
  { format, sha256, contentSha256, fileId = 0 }: Digested,
): Promise<Filed> {
  const { serviceId, service } = requireScope(ctx.caller, 'screening:read');
  const file = fileId === 0 ? null : fileId;
  const stored = issued[format];
  const isSame = stored?.sha256 === sha256 && stored.contentSha256 === contentSha256;
  if (isSame && stored.fileId === file)
    return { sha256, signature: stored.signature, fileId: file };
  const statement = { kind: 'screening', serviceId, service, reportId: screening.id } as const;
  const signed = await ctx.tokens.signReport({ ...statement, format, sha256 });
  const report: NewReport = {
    serviceId,
    screeningId: screening.id,
    format,
    businessCode,
    sha256,
    ...signed,
    fileId: file,
    contentSha256,
  };
  await saveReport(ctx.db, report);
  return { sha256, signature: signed.signature, fileId: file };
}
