import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listFilesByIds } from '../../db/queries/files/file-records.ts';
import type { FileDetail, FileRecord } from '../../domain/files/file.ts';
import { decodeDatabaseId } from '../../domain/shared/global-id.ts';
import { AppError } from '../../errors.ts';
import { openParts } from './data-key.ts';
import type { FileLookup } from './inputs.ts';

/** What is known of a file; undefined where the service has no such file, or knows no more of it than its id. */
export async function findFile(
  ctx: RequestContext,
  lookup: FileLookup,
): Promise<FileDetail | undefined> {
  requireScope(ctx.caller, 'file:read');
  const id = fileIdOf(lookup);
  const file = id === undefined ? undefined : await ctx.loaders.file.load(id);
  return file && (await describeFile(ctx, file));
}

/**
 * Returns where the file of a document is: `here` with its bytes, `elsewhere` when only its id is known, `none` when there is
 * none that can be read. The id itself is part of the document, so that no further scope is needed.
 */
export async function findFilePlace(
  ctx: RequestContext,
  downloadId: number | null,
): Promise<'here' | 'elsewhere' | 'none'> {
  if (downloadId === null) return 'none';
  const file = await ctx.loaders.file.load(downloadId);
  if (file?.state === 'available') return 'here';
  return file === undefined || file.state === 'elsewhere' ? 'elsewhere' : 'none';
}

/** The same; throws AppError `file_not_found`. */
export async function getFile(ctx: RequestContext, id: number): Promise<FileDetail> {
  return (await findFile(ctx, { databaseId: id })) ?? fileNotFound();
}

/**
 * What a caller who may write files is told of one it writes; to be called in the transaction that writes it, because
 * after the commit somebody may delete the file.
 */
export async function describeWritten(tx: RequestContext, file: FileRecord): Promise<FileDetail> {
  requireScope(tx.caller, 'file:write');
  return (await describeFile(tx, file)) ?? fileNotFound();
}

/** What the caller sees of a file; undefined where its key or its bytes are not known. */
export async function describeFile(
  ctx: RequestContext,
  file: FileRecord,
): Promise<FileDetail | undefined> {
  const { mediaType, byteCount } = file;
  const parts = await openParts(ctx, file);
  if (parts === undefined || mediaType === null || byteCount === null) return undefined;
  const { id, state, businessId, sha256, isScanned, createdAt, expiresAt } = file;
  const { name } = parts;
  return {
    id,
    state,
    businessId,
    name,
    mediaType,
    byteCount,
    sha256,
    isScanned,
    createdAt,
    expiresAt,
  };
}

/** The internal id that a lookup holds; undefined for the global id of something that is no file. */
export function fileIdOf(lookup: FileLookup): number | undefined {
  return lookup.databaseId ?? decodeDatabaseId(lookup.id ?? '', 'File');
}

/** The file as it is now: not from the loaders, which answer what they read before. Throws AppError `file_not_found`. */
export async function getFileNow(tx: RequestContext, id: number): Promise<FileRecord> {
  const [file] = await listFilesByIds(tx.db, tx.caller.serviceId, [id]);
  return file ?? fileNotFound();
}

/** Always throws: another service's file is like one that does not exist. */
export function fileNotFound(): never {
  throw new AppError('file_not_found', 'The service has no such file.');
}
