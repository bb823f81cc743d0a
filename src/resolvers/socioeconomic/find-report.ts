import { requireScope } from '../../auth/require-scope.ts';
import type { Ctx } from '../../context.ts';
import { stableJson } from '../../domain/reports/stable-json.ts';
import type { Consent } from '../../domain/socioeconomic/consent.ts';
import type { FinalDocument, StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { yieldToEventLoop } from '../common/yield-to-event-loop.ts';
import { digestOf } from '../reports/digest.ts';
import { makeDocument } from './make-document.ts';
import { readSealedReport, reportNotFound } from './sealed-report.ts';

/** A report without what it says; undefined where the service has none of that id. */
export async function findSocioeconomicReport(
  ctx: Ctx,
  id: number,
): Promise<StoredReport | undefined> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.socioeconomicReport.load(id);
}

/** What must hold before a report is made for somebody who is answered what it says. Throws AppError `forbidden`. */
export function checkReportReader(ctx: Ctx): void {
  requireScope(ctx.caller, 'report:read');
}

/** A report that there is; throws AppError `report_not_found`. */
export async function getSocioeconomicReport(ctx: Ctx, id: number): Promise<StoredReport> {
  return (await findSocioeconomicReport(ctx, id)) ?? reportNotFound();
}

/** What a report says, and the digest by which it is known: SHA-256 of it as `stableJson` writes it, hexadecimal. */
export type ShownReport = FinalDocument & { json: string; sha256: string };

/**
 * What a report says, for whoever may read personal information as well: nothing of it can be masked, for it is signed as it
 * is. That it is read is recorded. Throws AppError `forbidden`, `files_unavailable`.
 */
export async function showReport(ctx: Ctx, report: StoredReport): Promise<ShownReport> {
  requireScope(ctx.caller, 'report:read');
  const { content, final } = await readSealedReport(ctx, report);
  const document = final?.document ?? (await makeDocument(ctx, report, { content }));
  await yieldToEventLoop(ctx);
  const json = stableJson(document);
  return { document, page: final?.page ?? 'letter', json, sha256: digestOf(json) };
}

/** What a report was made by, as it is now: also that it was revoked since. */
export async function findConsentOf(
  ctx: Ctx,
  { consentId }: StoredReport,
): Promise<Consent | undefined> {
  requireScope(ctx.caller, 'report:read');
  return await ctx.loaders.consent.load(consentId);
}
