import type { StagedUpload } from '../../adapters/files/stage-upload.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { Declared } from '../../domain/files/media-type.ts';
import { checkFreeBytes, readFreeBytes, withinFreeBytes } from './file-quota.ts';
import { requireFiles } from './require-files.ts';

/** Bytes as they come in; whoever reads them sets the pace. */
export type FileBytes = AsyncIterable<Uint8Array>;

/** What must hold before a byte is read. Throws AppError `forbidden` or `files_unavailable`. */
export async function checkFileWriter(ctx: RequestContext): Promise<void> {
  requireScope(ctx.caller, 'file:write');
  await requireFiles(ctx).vault.checkReady();
}

/** Type and name that a file was sent with, and the bytes that the service may store at most. */
export type Admitted = Declared & { freeBytes: number };

/**
 * Reads what a file comes in. `read` receives the bytes that the service may store. Throws AppError `too_many_requests`
 * while too many are read, and as checkFileWriter.
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
 * Reads a file to its end onto this machine's disk, encrypted; whoever receives it discards it. To be called within
 * admitFile. Throws AppError `limit_exceeded`, `quota_exceeded`, `invalid_input` or `files_unavailable` as soon as that is
 * known.
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
