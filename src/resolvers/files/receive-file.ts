import type { StagedUpload } from '../../adapters/files/stage-upload.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { DeclaredFile } from '../../domain/files/media-type.ts';
import { checkFreeBytes, readFreeBytes, withinFreeBytes } from './file-quota.ts';
import { requireFiles } from './require-files.ts';

/** Stream of bytes; its reader applies backpressure. */
export type FileBytes = AsyncIterable<Uint8Array>;

/** Checks the caller and the vault before a byte is read. Throws AppError `forbidden` or `files_unavailable`. */
export async function checkFileWriter(ctx: RequestContext): Promise<void> {
  requireScope(ctx.caller, 'file:write');
  await requireFiles(ctx).vault.checkReady();
}

/** Declared type and name of a file, and the maximum number of bytes that the service may store. */
export type Admitted = DeclaredFile & { freeBytes: number };

/**
 * Admits an upload. `read` receives the number of bytes that the service may store. Throws AppError `too_many_requests`
 * while too many uploads are in progress, and as checkFileWriter.
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
 * Receives a file to the local disk, encrypted; the caller discards it. Must be called within admitFile. Throws
 * AppError `limit_exceeded`, `quota_exceeded`, `invalid_input` or `files_unavailable` as soon as possible.
 */
export async function receiveFile(
  ctx: RequestContext,
  { freeBytes, ...declared }: Admitted,
  bytes: FileBytes,
): Promise<StagedUpload> {
  requireScope(ctx.caller, 'file:write');
  const { serviceId } = ctx.caller;
  checkFreeBytes(ctx, 1, freeBytes);
  const bounded = withinFreeBytes(ctx, bytes, freeBytes);
  return await requireFiles(ctx).vault.receive({ ...declared, serviceId }, bounded);
}
