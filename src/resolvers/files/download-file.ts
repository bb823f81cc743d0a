import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import { isAttached } from '../../db/queries/files/file-records.ts';
import { type ByteRange, readRange } from '../../domain/byte-range.ts';
import type { FileRecord } from '../../domain/file.ts';
import { AppError } from '../../errors.ts';
import { auditFile } from './audit-file.ts';
import { openParts } from './data-key.ts';
import { fileNotFound, getFileNow } from './find-file.ts';
import type { FileBytes } from './receive-file.ts';
import { requireFiles } from './require-files.ts';

export type DownloadFileInput = {
  fileId: number;
  /** Whether only a file that a document refers to is meant. */
  of: 'any' | 'documents';
  /** Header fields as they were sent. */
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
};

/** What is answered of a file. */
export type FileDownload =
  | (FileHead & { kind: 'unchanged' })
  | (FileHead & { kind: 'unsatisfiable' })
  | (FileHead & { kind: 'whole' | 'part'; range: ByteRange; bytes: FileBytes });
/** `etag` is the file's SHA-256 in quotes. */
export type FileHead = { name: string; mediaType: string; size: number; etag: string };

/**
 * The bytes of a file, or a part of them, which is on record before the first is answered (v4: Get file, Download
 * file). Throws AppError `file_not_found` for a file that the service has not or knows the id of only,
 * `file_not_available` for one that is infected or not completed.
 */
export async function downloadFile(ctx: Ctx, input: DownloadFileInput): Promise<FileDownload> {
  requireScope(ctx.caller, 'file:read');
  const file = await getReadable(ctx, input);
  const { mediaType, byteCount: size, sha256, storageKey } = file;
  const parts = await openParts(ctx, file);
  if (mediaType === null || size === null || storageKey === null || parts === undefined)
    return fileNotFound();
  const seen = { name: parts.name, mediaType, size, etag: `"${sha256}"` };
  const wanted = whatIsWanted(input, seen);
  if (wanted === 'unchanged') return { ...seen, kind: 'unchanged' };
  if (wanted === 'unsatisfiable') return { ...seen, kind: 'unsatisfiable' };
  const range = wanted === 'whole' ? { first: 0, last: size - 1 } : wanted;
  const bytes = await requireFiles(ctx).vault.read({ storageKey, key: parts.key, size }, range);
  if (bytes === undefined) return await missingBytes(ctx, file);
  await recordDownload(ctx, { fileId: file.id, range, bytes });
  return { ...seen, kind: wanted === 'whole' ? 'whole' : 'part', range, bytes };
}

type Begun = { fileId: number; range: ByteRange; bytes: AsyncDisposable };

/** Bytes that are not on record are not answered, so nobody comes to read them. */
async function recordDownload(ctx: Ctx, { fileId, range, bytes }: Begun): Promise<void> {
  try {
    await auditFile(ctx, 'file_downloaded', { fileId, ...range });
  } catch (error) {
    await bytes[Symbol.asyncDispose]();
    throw error;
  }
}

async function getReadable(ctx: Ctx, { fileId, of }: DownloadFileInput): Promise<FileRecord> {
  const file = await getFileNow(ctx, fileId);
  if (file.state === 'elsewhere') return fileNotFound();
  if (of === 'documents' && !(await isAttached(ctx.db, ctx.caller.serviceId, fileId)))
    return fileNotFound();
  if (file.state === 'available') return file;
  throw new AppError('file_not_available', 'The file cannot be downloaded.');
}

/** RFC 9110, 13.2.2: If-None-Match goes first, and a range of what has changed is not wanted. */
function whatIsWanted(
  { range, ifRange, ifNoneMatch }: DownloadFileInput,
  { size, etag }: FileHead,
): ByteRange | 'whole' | 'unchanged' | 'unsatisfiable' {
  if (matches(ifNoneMatch, etag)) return 'unchanged';
  if (ifRange !== undefined && ifRange !== etag) return 'whole';
  return readRange(range, size);
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** A file that was deleted meanwhile is not there; one that should have bytes is a fault. */
async function missingBytes(ctx: Ctx, file: FileRecord): Promise<never> {
  const now = await getFileNow(ctx, file.id);
  if (now.storageKey !== file.storageKey) return fileNotFound();
  throw new Error('The store has lost the bytes of a file.');
}
