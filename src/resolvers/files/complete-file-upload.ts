import { requireScope } from '../../auth/require-scope.ts';
import { inTransaction, type RequestContext } from '../../context.ts';
import { lockFile, updateFile } from '../../db/queries/files/file-records.ts';
import {
  type FileDetail,
  type FileRecord,
  UNATTACHED_RETENTION_MS,
} from '../../domain/files/file.ts';
import { auditFile } from './audit-file.ts';
import { describeWritten, fileIdOf, fileNotFound } from './find-file.ts';
import type { CompleteFileUploadInput } from './inputs.ts';
import { bytesNotAvailable } from './upload-refusal.ts';

export type CompletedUpload = { file: FileDetail };

/**
 * Makes a file whose bytes have come available; asked again it changes nothing. Throws AppError `file_not_found`,
 * `file_not_available` where the bytes have not come, were refused or are infected, `files_unavailable` where the gateway lacks the
 * key of the file's name.
 */
export async function completeFileUpload(
  ctx: RequestContext,
  input: CompleteFileUploadInput,
): Promise<CompletedUpload> {
  const { serviceId } = requireScope(ctx.caller, 'file:write');
  const id = fileIdOf(input.file) ?? fileNotFound();
  return await inTransaction(ctx, async (tx) => {
    const held = await lockFile(tx.db, serviceId, id);
    if (held === undefined || held.state === 'elsewhere') return fileNotFound();
    if (held.state === 'available') return { file: await describeWritten(tx, held) };
    if (held.state !== 'received') throw bytesNotAvailable(held);
    const isPlaced = held.businessId !== null;
    const expiresAt = isPlaced ? null : new Date(Date.now() + UNATTACHED_RETENTION_MS);
    const file: FileRecord = { ...held, state: 'available', expiresAt };
    await updateFile(tx.db, serviceId, file);
    await auditFile(tx, 'file_upload_completed', { fileId: id, businessId: held.businessId });
    return { file: await describeWritten(tx, file) };
  });
}
