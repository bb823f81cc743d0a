import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import type { Screening } from '../../domain/screening/screening.ts';
import { downloadFile } from '../files/download-file.ts';
import type { FileBytes } from '../files/receive-file.ts';
import { makeReport } from './make-report.ts';

/** A report's PDF as a caller gets it; its size in bytes, its sum in hexadecimal. */
export type ReportDownload = {
  name: string;
  size: number;
  sha256: string;
  signature: string;
  bytes: FileBytes;
};

/** Opens the PDF of a report, stored or made just now; what is read of a stored one is on record as any other file's. */
export async function downloadReport(ctx: Ctx, screening: Screening): Promise<ReportDownload> {
  requireScope(ctx.caller, 'file:read');
  const { fileId, bytes, sha256, signature } = await makeReport(ctx, screening, 'pdf');
  const name = `reporte-${screening.id}.pdf`;
  if (bytes !== null) {
    return { name, size: bytes.byteLength, sha256, signature, bytes: wholeOf(bytes) };
  }
  const file = await downloadFile(ctx, { fileId: fileId ?? 0, of: 'any' });
  const stored = await file.read({ first: 0, last: file.size - 1 });
  return { name: file.name, size: file.size, sha256, signature, bytes: stored };
}

async function* wholeOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
