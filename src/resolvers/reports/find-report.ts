import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listScreeningReports } from '../../db/queries/screening/reports.ts';
import { findScreening } from '../../db/queries/screening/screenings.ts';
import type { ReportFormat } from '../../domain/reports/screening-report.ts';
import type { Screening } from '../../domain/screening/screening.ts';
import { throwScreeningNotFound } from '../screening/screen.ts';
import { type MadeReport, makeReport } from './make-report.ts';

/** Issued PDF of a report. */
export type GivenPdf = { sha256: string; signature: string; fileId: number | null };
export type FoundReport = MadeReport & { pdf: GivenPdf | null };

/** The report of a screening as JSON, and what is known of its PDF. Throws AppError `screening_not_found`. */
export async function findReport(ctx: RequestContext, id: number): Promise<FoundReport> {
  const screening = await getReported(ctx, id);
  const issued = await makeReport(ctx, screening, 'json');
  const given = await listScreeningReports(ctx.db, ctx.caller.serviceId, id);
  const pdf = given.find(({ format }) => format === 'pdf');
  return { ...issued, pdf: pdf === undefined ? null : givenPdf(pdf) };
}

function givenPdf({ sha256, signature, fileId }: GivenPdf): GivenPdf {
  return { sha256, signature, fileId };
}

/** The report of a screening in one of its formats. Throws AppError `screening_not_found`. */
export async function makeReportOf(
  ctx: RequestContext,
  id: number,
  format: ReportFormat,
): Promise<MadeReport> {
  return await makeReport(ctx, await getReported(ctx, id), format);
}

/** The screening as it was stored. Throws AppError `screening_not_found`: another service's is like none. */
export async function getReported(ctx: RequestContext, id: number): Promise<Screening> {
  const { serviceId } = requireScope(ctx.caller, 'screening:read');
  return (await findScreening(ctx.db, serviceId, id)) ?? throwScreeningNotFound();
}
