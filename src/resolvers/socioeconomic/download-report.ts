import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { StoredReport } from '../../domain/socioeconomic/stored-report.ts';
import { AppError } from '../../errors.ts';
import { downloadFile, type FileDownload } from '../files/download-file.ts';
import { toSha256 } from '../reports/digest.ts';
import { toDownload } from '../reports/download-report.ts';
import { getSocioeconomicReport, readReport } from './find-report.ts';
import { printDocument } from './print-document.ts';

/**
 * Opens the PDF of a final report. With `draft`, also opens the PDF of a draft, which is printed for the request and
 * marked as a draft. The PDF of a final report is printed again when its file was deleted. Throws AppError
 * `report_not_found`, `report_not_final` for a draft without the option, `too_many_requests`, `files_unavailable`.
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
  const fileId = await findAvailableFileId(ctx, report);
  if (fileId !== null) {
    await ctx.personalInformation.load(report.participantId);
    return await downloadFile(ctx, { fileId, scope: 'any' });
  }
  const { document, page, sha256: digest } = await readReport(ctx, report);
  const { contentSignature: signature } = report;
  const bytes = await printDocument(ctx, { report: document, page, digest, signature });
  const suffix = report.state === 'draft' ? '-borrador' : '';
  return toDownload(bytes, { name: `socioeconomico-${id}${suffix}.pdf`, sha256: toSha256(bytes) });
}

/** Returns the id of the stored PDF. Null for a draft, and when the file was deleted. */
async function findAvailableFileId(
  ctx: RequestContext,
  { fileId }: StoredReport,
): Promise<number | null> {
  const file = fileId === null ? undefined : await ctx.loaders.file.load(fileId);
  return file?.state === 'available' ? file.id : null;
}
