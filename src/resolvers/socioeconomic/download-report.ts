import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { AppError } from '../../errors.ts';
import { downloadFile, type FileDownload } from '../files/download-file.ts';
import { digestOf } from '../reports/digest.ts';
import { downloadOf } from '../reports/download-report.ts';
import { getSocioeconomicReport, showReport } from './find-report.ts';
import { printDocument } from './print-document.ts';

/**
 * Opens the PDF of a final report. With `draft`, also that of a draft, which is generated for the request and marked as
 * a draft. Throws AppError `report_not_found`, `report_not_final` for a draft without `draft`, `too_many_requests`,
 * `files_unavailable`.
 */
export async function downloadSocioeconomicReport(
  ctx: RequestContext,
  { id, draft }: { id: number; draft: boolean },
): Promise<FileDownload> {
  requireScope(ctx.caller, 'file:read');
  requireScope(ctx.caller, 'personal:read');
  const report = await getSocioeconomicReport(ctx, id);
  if (report.state === 'draft' && !draft)
    throw new AppError('report_not_final', 'The report is still a draft. Finalize it first.');
  const fileId = await findFileOf(ctx, report);
  if (fileId !== null) {
    await ctx.personalInformation.load(report.participantId);
    return await downloadFile(ctx, { fileId, scope: 'any' });
  }
  const { document, page, sha256: digest } = await showReport(ctx, report);
  const { contentSignature: signature } = report;
  const bytes = await printDocument(ctx, { report: document, page, digest, signature });
  const state = report.state === 'draft' ? '-borrador' : '';
  return downloadOf(bytes, { name: `socioeconomico-${id}${state}.pdf`, sha256: digestOf(bytes) });
}

/** Null for a draft, and where the file was deleted since. */
async function findFileOf(ctx: RequestContext, { fileId }: StoredReport): Promise<number | null> {
  const file = fileId === null ? undefined : await ctx.loaders.file.load(fileId);
  return file?.state === 'available' ? file.id : null;
}
