import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { isAttached } from '../../db/queries/files/file-records.ts';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { auditFile } from './audit-file.ts';
import { openParts } from './data-key.ts';
import { fileNotFound, getFileNow } from './find-file.ts';
import type { FileBytes } from './receive-file.ts';
import { requireFiles } from './require-files.ts';
import { bytesNotAvailable } from './upload-refusal.ts';

export type DownloadFileInput = {
  fileId: number;
  /** Whether only a file that a document refers to is meant. */
  of: 'any' | 'documents';
};

/** A file that the caller may download. `size` is in bytes, `sha256` hexadecimal. */
export type FileDownload = {
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  /** Records the download of these bytes and then answers them; throws AppError `file_not_found` once they are gone. */
  read: (range: ByteRange) => Promise<FileBytes>;
};

/**
 * Opens a file for download (v4: Get file, Download file); what is read of it is on record before its first byte is
 * answered. Throws AppError `file_not_found` for a file that the service does not have or knows only the id of,
 * `file_not_available` for one that is infected or not completed.
 */
export async function downloadFile(
  ctx: RequestContext,
  input: DownloadFileInput,
): Promise<FileDownload> {
  requireScope(ctx.caller, 'file:read');
  const file = await getReadableFile(ctx, input);
  const { mediaType, byteCount: size, sha256, storageKey } = file;
  const parts = await openParts(ctx, file);
  if (mediaType === null || size === null || sha256 === null) return fileNotFound();
  if (storageKey === null || parts === undefined) return fileNotFound();
  const blob = { serviceId: ctx.caller.serviceId, storageKey, key: parts.key, size };
  const read = async (range: ByteRange): Promise<FileBytes> => {
    const bytes = await requireFiles(ctx).vault.read(blob, range);
    if (bytes === undefined) return await missingBytes(ctx, file);
    const { id: fileId, businessId } = file;
    await recordDownload(ctx, { file: { fileId, businessId }, range, bytes });
    return bytes;
  };
  return { name: parts.name, mediaType, size, sha256, read };
}

type Opened = {
  file: { fileId: number; businessId: number | null };
  range: ByteRange;
  bytes: AsyncDisposable;
};

/** Where the download cannot be recorded nobody gets the bytes, so they are closed here. */
async function recordDownload(ctx: RequestContext, { file, range, bytes }: Opened): Promise<void> {
  try {
    await auditFile(ctx, 'file_downloaded', { ...file, ...range });
  } catch (error) {
    await bytes[Symbol.asyncDispose]();
    throw error;
  }
}

/** A file whose bytes may be used; throws as downloadFile. */
export async function getReadableFile(
  ctx: RequestContext,
  { fileId, of }: DownloadFileInput,
): Promise<FileRecord> {
  const file = await getFileNow(ctx, fileId);
  if (file.state === 'elsewhere') return fileNotFound();
  if (of === 'documents' && !(await isAttached(ctx.db, ctx.caller.serviceId, fileId)))
    return fileNotFound();
  if (file.state === 'available') return file;
  throw bytesNotAvailable(file);
}

/** Why the store has no bytes: the file was deleted meanwhile, or else something is broken. */
async function missingBytes(ctx: RequestContext, file: FileRecord): Promise<never> {
  const now = await getFileNow(ctx, file.id);
  if (now.storageKey !== file.storageKey) return fileNotFound();
  throw new Error('The store has lost the bytes of a file.');
}
