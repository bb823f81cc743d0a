import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { toCanonicalJson } from '../../domain/reports/canonical-json.ts';
import type { Consent } from '../../domain/socioeconomic/consent.ts';
import type { FinalDocument, StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { toSha256 } from '../reports/digest.ts';
import { createDocument } from './create-document.ts';
import { readSealedReport, throwReportNotFound } from './sealed-report.ts';

/** Returns a report without its content. Undefined when the service has no report with the id. */
export async function findSocioeconomicReport(
  ctx: RequestContext,
  id: number,
): Promise<StoredReport | undefined> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.socioeconomicReport.load(id);
}

/** Requires the scope to read reports, before a report is generated. Throws AppError `forbidden`. */
export function requireReportReader(ctx: RequestContext): void {
  requireScope(ctx.caller, 'report:read');
}

/** Returns a report without its content. Throws AppError `report_not_found`. */
export async function getSocioeconomicReport(
  ctx: RequestContext,
  id: number,
): Promise<StoredReport> {
  return (await findSocioeconomicReport(ctx, id)) ?? throwReportNotFound();
}

/** Document of a report, its canonical JSON, and the SHA-256 digest of that JSON in hexadecimal. */
export type ReadableReport = FinalDocument & { json: string; sha256: string };

/**
 * Returns the document of a report and records the access. Requires `personal:read` in addition to `report:read`: a
 * signed document cannot be masked. Throws AppError `forbidden`, `files_unavailable`, and `report_not_found` when it
 * was deleted in the meantime.
 */
export async function readReport(
  ctx: RequestContext,
  report: StoredReport,
): Promise<ReadableReport> {
  requireScope(ctx.caller, 'report:read');
  const { content, final } = await readSealedReport(ctx, report);
  const document = final?.document ?? (await createDocument(ctx, report, { content }));
  // The canonical JSON is computed in one step, and a page may have many reports.
  await yieldToEventLoop(ctx);
  const json = toCanonicalJson(document);
  return { document, page: final?.page ?? 'letter', json, sha256: toSha256(json) };
}

/** Returns the consent that a report is based on, which may have been revoked since. */
export async function findReportConsent(
  ctx: RequestContext,
  { consentId }: StoredReport,
): Promise<Consent | undefined> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.consent.load(consentId);
}
