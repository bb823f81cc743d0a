import type { Intake } from '../../adapters/files/intake.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { Ctx } from '../../context.ts';
import type { Declared } from '../../domain/files/media-type.ts';
import { requireFiles } from './require-files.ts';

/** Bytes as they come in; whoever reads them sets the pace. */
export type FileBytes = AsyncIterable<Uint8Array>;

/** What must hold before a byte is read. Throws AppError `forbidden` or `files_unavailable`. */
export async function checkFileWriter(ctx: Ctx): Promise<void> {
  requireScope(ctx.caller, 'file:write');
  await requireFiles(ctx).vault.checkReady();
}

/** Reads what a file comes in. Throws AppError `too_many_requests` while too many are read, and as checkFileWriter. */
export async function admitFile<T>(ctx: Ctx, read: () => Promise<T>): Promise<T> {
  requireScope(ctx.caller, 'file:write');
  return await requireFiles(ctx).vault.admit(ctx.caller.serviceId, async () => {
    await checkFileWriter(ctx);
    return await read();
  });
}

/**
 * Reads a file to its end onto this machine's disk, encrypted; whoever receives it discards it. To be called within
 * admitFile. Throws AppError `limit_exceeded`, `invalid_input` or `files_unavailable` as soon as that is known.
 */
export async function receiveFile(ctx: Ctx, declared: Declared, bytes: FileBytes): Promise<Intake> {
  requireScope(ctx.caller, 'file:write');
  const { serviceId } = ctx.caller;
  return await requireFiles(ctx).vault.receive({ ...declared, serviceId }, bytes);
}
