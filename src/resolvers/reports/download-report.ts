import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { downloadFile, type FileDownload } from '../files/download-file.ts';
import { getReported } from './find-report.ts';
import { makeReport } from './make-report.ts';

/**
 * Opens the PDF of a report, stored or made just now; what is read of a stored one is on record as of any other file.
 * Throws AppError `screening_not_found`, and as makeReport.
 */
export async function downloadReport(ctx: RequestContext, id: number): Promise<FileDownload> {
  requireScope(ctx.caller, 'file:read');
  const screening = await getReported(ctx, id);
  const { fileId, bytes, sha256 } = await makeReport(ctx, screening, 'pdf');
  if (bytes === null) return await downloadFile(ctx, { fileId: fileId ?? 0, scope: 'any' });
  return downloadOf(bytes, { name: `reporte-${id}.pdf`, sha256 });
}

/** A PDF that is no file, as one that can be downloaded. */
export function downloadOf(
  bytes: Buffer,
  { name, sha256 }: Pick<FileDownload, 'name' | 'sha256'>,
): FileDownload {
  return {
    name,
    mediaType: 'application/pdf',
    size: bytes.byteLength,
    sha256,
    read: async (range) => await Promise.resolve(partOf(bytes, range)),
  };
}

async function* partOf(bytes: Buffer, { first, last }: ByteRange): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes.subarray(first, last + 1));
}
