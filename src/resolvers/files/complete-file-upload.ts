import { requireScope } from '../../auth/require-scope.ts';
import { inTransaction, type RequestContext } from '../../context.ts';
import { lockFile, updateFile } from '../../db/queries/files/file-records.ts';
import {
  type FileDetail,
  type FileRecord,
  UNATTACHED_RETENTION_MS,
} from '../../domain/files/file.ts';
import { auditFile } from './audit-file.ts';
import { describeWrittenFile, throwFileNotFound, toFileId } from './find-file.ts';
import type { CompleteFileUploadInput } from './inputs.ts';
import { createBytesUnavailableError } from './upload-refusal.ts';

export type CompletedUpload = { file: FileDetail };

/**
 * Makes a received file available; has no effect on an available one. Throws AppError `file_not_found`,
 * `file_not_available` when no bytes were received or they were rejected or infected, and `files_unavailable` when the
 * gateway lacks the key of the file's name.
 */
export async function completeFileUpload(
  ctx: RequestContext,
  input: CompleteFileUploadInput,
): Promise<CompletedUpload> {
  const { serviceId } = requireScope(ctx.caller, 'file:write');
  const id = toFileId(input.file) ?? throwFileNotFound();
  return await inTransaction(ctx, async (tx) => {
    const locked = await lockFile(tx.db, serviceId, id);
    if (locked === undefined || locked.state === 'elsewhere') return throwFileNotFound();
    if (locked.state === 'available') return { file: await describeWrittenFile(tx, locked) };
    if (locked.state !== 'received') throw createBytesUnavailableError(locked);
    const hasBusiness = locked.businessId !== null;
    const expiresAt = hasBusiness ? null : new Date(Date.now() + UNATTACHED_RETENTION_MS);
    const file: FileRecord = { ...locked, state: 'available', expiresAt };
    await updateFile(tx.db, serviceId, file);
    await auditFile(tx, 'file_upload_completed', { fileId: id, businessId: locked.businessId });
    return { file: await describeWrittenFile(tx, file) };
  });
}
