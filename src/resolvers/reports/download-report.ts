import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { downloadFile, type FileDownload } from '../files/download-file.ts';
import { getReportedScreening } from './get-report.ts';
import { issueReport } from './issue-report.ts';

/**
 * Opens the PDF of a screening report, printed now or stored earlier. Reading a stored PDF is recorded as the download
 * of a file. Throws AppError `screening_not_found`, and the errors of issueReport.
 */
export async function downloadReport(ctx: RequestContext, id: number): Promise<FileDownload> {
  requireScope(ctx.caller, 'file:read');
  const screening = await getReportedScreening(ctx, id);
  const { fileId, bytes, sha256 } = await issueReport(ctx, screening, 'pdf');
  // Only a stored PDF is returned without bytes, so `fileId` is not null here.
  if (bytes === null) return await downloadFile(ctx, { fileId: fileId ?? 0, scope: 'any' });
  return toDownload(bytes, { name: `reporte-${id}.pdf`, sha256 });
}

/** Returns a PDF that is not stored as a download. */
export function toDownload(
  bytes: Buffer,
  { name, sha256 }: Pick<FileDownload, 'name' | 'sha256'>,
): FileDownload {
  return {
    name,
    mediaType: 'application/pdf',
    size: bytes.byteLength,
    sha256,
    read: async (range) => await Promise.resolve(readRange(bytes, range)),
  };
}

async function* readRange(bytes: Buffer, { first, last }: ByteRange): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes.subarray(first, last + 1));
}
