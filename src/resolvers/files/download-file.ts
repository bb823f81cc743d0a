import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { isAttached } from '../../db/queries/files/file-records.ts';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { auditFile } from './audit-file.ts';
import { decryptKeyAndName } from './data-key.ts';
import { readCurrentFile, throwFileNotFound } from './find-file.ts';
import type { FileBytes } from './receive-file.ts';
import { requireFiles } from './require-files.ts';
import { createBytesUnavailableError } from './upload-refusal.ts';

export type DownloadFileInput = {
  fileId: number;
  /** Files that are accepted: any, or only files attached to a document. */
  scope: 'any' | 'documents';
};

/** File that the caller may download. `size` is in bytes, `sha256` hexadecimal. */
export type FileDownload = {
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  /**
   * Records the download of a range and returns its bytes. Throws AppError `file_not_found` when the file was deleted.
   */
  read: (range: ByteRange) => Promise<FileBytes>;
};

/**
 * Opens a file for download (v4: Get file, Download file). A download is recorded before its first byte is sent. Throws
 * AppError `file_not_found` for a file that the service does not have, that is stored elsewhere or that `scope`
 * excludes, and `file_not_available` for a file that is infected or not completed.
 */
export async function downloadFile(
  ctx: RequestContext,
  input: DownloadFileInput,
): Promise<FileDownload> {
  requireScope(ctx.caller, 'file:read');
  const file = await getReadableFile(ctx, input);
  const { mediaType, byteCount: size, sha256, storageKey } = file;
  const keyAndName = await decryptKeyAndName(ctx, file);
  if (mediaType === null || size === null || sha256 === null) return throwFileNotFound();
  if (storageKey === null || keyAndName === undefined) return throwFileNotFound();
  const blob = { serviceId: ctx.caller.serviceId, storageKey, key: keyAndName.key, size };
  const read = async (range: ByteRange): Promise<FileBytes> => {
    const bytes = await requireFiles(ctx).vault.read(blob, range);
    if (bytes === undefined) return await throwMissingBytes(ctx, file);
    const { id: fileId, businessId } = file;
    await recordDownload(ctx, { file: { fileId, businessId }, range, bytes });
    return bytes;
  };
  return { name: keyAndName.name, mediaType, size, sha256, read };
}

type OpenedBytes = {
  file: { fileId: number; businessId: number | null };
  range: ByteRange;
  bytes: AsyncDisposable;
};

/** Records a download, and closes the bytes when it cannot be recorded. */
async function recordDownload(
  ctx: RequestContext,
  { file, range, bytes }: OpenedBytes,
): Promise<void> {
  try {
    await auditFile(ctx, 'file_downloaded', { ...file, ...range });
  } catch (error) {
    await bytes[Symbol.asyncDispose]();
    throw error;
  }
}

/** Returns a file whose bytes are available. Throws AppError `file_not_found` or `file_not_available`. */
export async function getReadableFile(
  ctx: RequestContext,
  { fileId, scope }: DownloadFileInput,
): Promise<FileRecord> {
  const file = await readCurrentFile(ctx, fileId);
  if (file.state === 'elsewhere') return throwFileNotFound();
  if (scope === 'documents' && !(await isAttached(ctx.db, ctx.caller.serviceId, fileId)))
    return throwFileNotFound();
  if (file.state === 'available') return file;
  throw createBytesUnavailableError(file);
}

/** Throws AppError `file_not_found` when the file was deleted in the meantime, otherwise an internal error. */
async function throwMissingBytes(ctx: RequestContext, file: FileRecord): Promise<never> {
  const current = await readCurrentFile(ctx, file.id);
  if (current.storageKey !== file.storageKey) return throwFileNotFound();
  throw new Error('The bytes of a file are missing from the store.');
}
