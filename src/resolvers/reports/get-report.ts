import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listScreeningReports } from '../../db/queries/screening/reports.ts';
import { findScreening } from '../../db/queries/screening/screenings.ts';
import type { ReportFormat } from '../../domain/reports/screening-report.ts';
import type { Screening } from '../../domain/screening/screening.ts';
import { throwScreeningNotFound } from '../screening/screen.ts';
import { type IssuedReport, issueReport } from './issue-report.ts';

/** Issued PDF of a report. */
export type IssuedPdf = { sha256: string; signature: string; fileId: number | null };
export type ReportWithPdf = IssuedReport & { pdf: IssuedPdf | null };

/** Returns the report of a screening as JSON, and its PDF if one was issued. Throws AppError `screening_not_found`. */
export async function getReportWithPdf(ctx: RequestContext, id: number): Promise<ReportWithPdf> {
  const screening = await getReportedScreening(ctx, id);
  const issued = await issueReport(ctx, screening, 'json');
  const issuedReports = await listScreeningReports(ctx.db, ctx.caller.serviceId, id);
  const pdf = issuedReports.find(({ format }) => format === 'pdf');
  return { ...issued, pdf: pdf === undefined ? null : toIssuedPdf(pdf) };
}

function toIssuedPdf({ sha256, signature, fileId }: IssuedPdf): IssuedPdf {
  return { sha256, signature, fileId };
}

/** Returns the report of a screening in a format. Throws AppError `screening_not_found`. */
export async function issueReportById(
  ctx: RequestContext,
  id: number,
  format: ReportFormat,
): Promise<IssuedReport> {
  return await issueReport(ctx, await getReportedScreening(ctx, id), format);
}

/** Returns a stored screening. Throws AppError `screening_not_found`, also for screenings of other services. */
export async function getReportedScreening(ctx: RequestContext, id: number): Promise<Screening> {
  const { serviceId } = requireScope(ctx.caller, 'screening:read');
  return (await findScreening(ctx.db, serviceId, id)) ?? throwScreeningNotFound();
}
