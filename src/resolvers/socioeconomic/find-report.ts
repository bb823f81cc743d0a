import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { toCanonicalJson } from '../../domain/reports/canonical-json.ts';
import type { Consent } from '../../domain/socioeconomic/consent.ts';
import type { FinalDocument, StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { digestOf } from '../reports/digest.ts';
import { makeDocument } from './make-document.ts';
import { readSealedReport, reportNotFound } from './sealed-report.ts';

/** Returns a report without its content. Undefined when the service has no report with the id. */
export async function findSocioeconomicReport(
  ctx: RequestContext,
  id: number,
): Promise<StoredReport | undefined> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.socioeconomicReport.load(id);
}

/** Checks that the caller may read the content of a new report. Throws AppError `forbidden`. */
export function checkReportReader(ctx: RequestContext): void {
  requireScope(ctx.caller, 'report:read');
}

/** A report that there is; throws AppError `report_not_found`. */
export async function getSocioeconomicReport(
  ctx: RequestContext,
  id: number,
): Promise<StoredReport> {
  return (await findSocioeconomicReport(ctx, id)) ?? reportNotFound();
}

/** Content of a report and its digest: SHA-256 of its `toCanonicalJson`, in hexadecimal. */
export type ShownReport = FinalDocument & { json: string; sha256: string };

/**
 * Returns the content of a report. It requires the scope for personal information too: nothing in it can be masked,
 * because it is signed. The read is recorded. Throws AppError `forbidden`, `files_unavailable`.
 */
export async function showReport(ctx: RequestContext, report: StoredReport): Promise<ShownReport> {
  requireScope(ctx.caller, 'report:read');
  const { content, final } = await readSealedReport(ctx, report);
  const document = final?.document ?? (await makeDocument(ctx, report, { content }));
  await yieldToEventLoop(ctx);
  const json = toCanonicalJson(document);
  return { document, page: final?.page ?? 'letter', json, sha256: digestOf(json) };
}

/** Returns the consent that a report is based on, which may have been revoked since. */
export async function findConsentOf(
  ctx: RequestContext,
  { consentId }: StoredReport,
): Promise<Consent | undefined> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.consent.load(consentId);
}
