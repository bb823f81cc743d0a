import type { StagedUpload } from '../../adapters/files/stage-upload.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { DeclaredFile } from '../../domain/files/media-type.ts';
import { checkFreeBytes, limitToFreeBytes, readFreeBytes } from './file-quota.ts';
import { requireFiles } from './require-files.ts';

/** Stream of bytes; its reader applies backpressure. */
export type FileBytes = AsyncIterable<Uint8Array>;

/** Checks the scope and the file storage before bytes are read. Throws AppError `forbidden` or `files_unavailable`. */
export async function checkFileWriter(ctx: RequestContext): Promise<void> {
  requireScope(ctx.caller, 'file:write');
  await requireFiles(ctx).vault.checkReady();
}

/** Declared type and name of a file, and the number of bytes that the service may still store. */
export type AdmittedFile = DeclaredFile & { freeBytes: number };

/**
 * Runs `read` when an upload can be admitted, with the number of bytes that the service may still store. Throws
 * AppError `too_many_requests` while too many uploads are in progress, `forbidden` and `files_unavailable`.
 */
export async function admitFile<T>(
  ctx: RequestContext,
  read: (freeBytes: number) => Promise<T>,
): Promise<T> {
  requireScope(ctx.caller, 'file:write');
  return await requireFiles(ctx).vault.admit(ctx.caller.serviceId, async () => {
    await checkFileWriter(ctx);
    return await read(await readFreeBytes(ctx));
  });
}

/**
 * Receives a file on the local disk, encrypted. The caller must discard the received file. Must be called within
 * admitFile. Throws AppError `limit_exceeded`, `quota_exceeded`, `invalid_input` or `files_unavailable` as soon as the
 * error is known.
 */
export async function receiveFile(
  ctx: RequestContext,
  { freeBytes, ...declared }: AdmittedFile,
  bytes: FileBytes,
): Promise<StagedUpload> {
  requireScope(ctx.caller, 'file:write');
  const { serviceId } = ctx.caller;
  checkFreeBytes(ctx, 1, freeBytes);
  const limitedBytes = limitToFreeBytes(ctx, bytes, freeBytes);
  return await requireFiles(ctx).vault.receive({ ...declared, serviceId }, limitedBytes);
}
