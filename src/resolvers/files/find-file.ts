import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listFilesByIds } from '../../db/queries/files/file-records.ts';
import type { FileDetail, FileRecord } from '../../domain/files/file.ts';
import { decodeDatabaseId } from '../../domain/shared/global-id.ts';
import { AppError } from '../../errors.ts';
import { decryptKeyAndName } from './data-key.ts';
import type { FileLookup } from './inputs.ts';

/** Returns a file; undefined when the service has no such file, or only its id is known or its key is missing. */
export async function findFile(
  ctx: RequestContext,
  lookup: FileLookup,
): Promise<FileDetail | undefined> {
  requireScope(ctx.caller, 'file:read');
  const id = toFileId(lookup);
  const file = id === undefined ? undefined : await ctx.loaders.file.load(id);
  return file && (await describeFile(ctx, file));
}

/**
 * Returns the location of a document's file: `here` when its bytes are available, `elsewhere` when only its id is
 * known, `none` when the document has no file or its bytes are not available. Requires no scope in addition to that for
 * the document.
 */
export async function findFileLocation(
  ctx: RequestContext,
  downloadId: number | null,
): Promise<'here' | 'elsewhere' | 'none'> {
  if (downloadId === null) return 'none';
  const file = await ctx.loaders.file.load(downloadId);
  if (file?.state === 'available') return 'here';
  return file === undefined || file.state === 'elsewhere' ? 'elsewhere' : 'none';
}

/** Returns a file. Throws AppError `file_not_found`. */
export async function getFile(ctx: RequestContext, id: number): Promise<FileDetail> {
  return (await findFile(ctx, { databaseId: id })) ?? throwFileNotFound();
}

/**
 * Returns a file that the transaction has written. Must be called in that transaction, because the file may be deleted
 * after the commit. Throws AppError `file_not_found` when its key is missing.
 */
export async function describeWrittenFile(
  tx: RequestContext,
  file: FileRecord,
): Promise<FileDetail> {
  requireScope(tx.caller, 'file:write');
  return (await describeFile(tx, file)) ?? throwFileNotFound();
}

/** Returns a file with its decrypted name; undefined when its key, type or size is missing. */
export async function describeFile(
  ctx: RequestContext,
  file: FileRecord,
): Promise<FileDetail | undefined> {
  const { mediaType, byteCount } = file;
  const keyAndName = await decryptKeyAndName(ctx, file);
  if (keyAndName === undefined || mediaType === null || byteCount === null) return undefined;
  const { id, state, businessId, sha256, isScanned, createdAt, expiresAt } = file;
  const { name } = keyAndName;
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

/** Returns the internal id of a lookup; undefined for the global id of another type. */
export function toFileId(lookup: FileLookup): number | undefined {
  return lookup.databaseId ?? decodeDatabaseId(lookup.id ?? '', 'File');
}

/**
 * Reads the current row of a file, bypassing the loaders, which cache earlier reads. Throws AppError `file_not_found`.
 */
export async function readCurrentFile(tx: RequestContext, id: number): Promise<FileRecord> {
  const [file] = await listFilesByIds(tx.db, tx.caller.serviceId, [id]);
  return file ?? throwFileNotFound();
}

/** Throws AppError `file_not_found`, also for a file of another service. */
export function throwFileNotFound(): never {
  throw new AppError('file_not_found', 'The service has no such file.');
}
