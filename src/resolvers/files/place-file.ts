import type { RequestContext } from '../../context.ts';
import { isAttachedElsewhere, lockFile, updateFile } from '../../db/queries/files/file-records.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { type AppError, invalidAt } from '../../errors.ts';
import { openParts, sealParts } from './data-key.ts';

/**
 * Makes a file whose bytes are here one of a business, before a document of it refers to the file; it is no
 * longer deleted by itself. Of a file from elsewhere only the id is known, and nothing is done. Throws AppError
 * `invalid_input` for a file of another business and for one that is not available.
 */
export async function placeFile(
  tx: RequestContext,
  businessId: number,
  fileId: number,
): Promise<void> {
  const { serviceId } = tx.caller;
  const file = await lockFile(tx.db, serviceId, fileId);
  if (file === undefined || file.state === 'elsewhere') return;
  if (file.state !== 'available') throw invalidFile(file);
  // One of nobody may be a document of another business all the same: an import does not place it.
  const isTaken =
    file.businessId === null
      ? await isAttachedElsewhere(tx.db, serviceId, { fileId, businessId })
      : file.businessId !== businessId;
  if (isTaken)
    throw invalidAt(['downloadId'], 'Must be a file of the same business', 'contradicts');
  const sealed = file.businessId === null ? await sealAnew(tx, businessId, file) : {};
  const placed = { ...file, ...sealed, businessId, participantId: null, expiresAt: null };
  await updateFile(tx.db, serviceId, placed);
}

/** The bytes stay as they are: it is their key that the business's own key takes over. */
async function sealAnew(
  tx: RequestContext,
  businessId: number,
  file: FileRecord,
): Promise<Pick<FileRecord, 'sealedKey' | 'sealedName'>> {
  const parts = await openParts(tx, file);
  if (parts === undefined) throw new Error('A file has lost its key.');
  return await sealParts(tx, businessId, parts);
}

function invalidFile({ state }: FileRecord): AppError {
  const code = state === 'infected' ? 'infected' : 'not_sent';
  return invalidAt(['downloadId'], 'Must be an available file', code);
}
