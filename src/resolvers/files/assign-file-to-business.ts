import type { RequestContext } from '../../context.ts';
import { isAttachedElsewhere, lockFile, updateFile } from '../../db/queries/files/file-records.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { type AppError, invalidAt } from '../../errors.ts';
import { decryptKeyAndName, encryptKeyAndName } from './data-key.ts';

/**
 * Assigns an available file to a business, before a document of the business refers to it; the file no longer expires.
 * Has no effect on an unknown file and on a file that is stored elsewhere. Throws AppError `invalid_input` for a file
 * of another business and for a file that is not available.
 */
export async function assignFileToBusiness(
  tx: RequestContext,
  businessId: number,
  fileId: number,
): Promise<void> {
  const { serviceId } = tx.caller;
  const file = await lockFile(tx.db, serviceId, fileId);
  if (file === undefined || file.state === 'elsewhere') return;
  if (file.state !== 'available') throw invalidFile(file);
  // A file without a business may still be attached to a document of another business, because imports do not assign files.
  const isTaken =
    file.businessId === null
      ? await isAttachedElsewhere(tx.db, serviceId, { fileId, businessId })
      : file.businessId !== businessId;
  if (isTaken)
    throw invalidAt(['downloadId'], 'Must be a file of the same business', 'contradicts');
  const sealed = file.businessId === null ? await reencryptForBusiness(tx, businessId, file) : {};
  const assigned = { ...file, ...sealed, businessId, participantId: null, expiresAt: null };
  await updateFile(tx.db, serviceId, assigned);
}

/** Encrypts the file's key with the data key of the business. The bytes stay as they are. */
async function reencryptForBusiness(
  tx: RequestContext,
  businessId: number,
  file: FileRecord,
): Promise<Pick<FileRecord, 'sealedKey' | 'sealedName'>> {
  const keyAndName = await decryptKeyAndName(tx, file);
  if (keyAndName === undefined) throw new Error('The key of a file is missing.');
  return await encryptKeyAndName(tx, businessId, keyAndName);
}

function invalidFile({ state }: FileRecord): AppError {
  const code = state === 'infected' ? 'infected' : 'not_sent';
  return invalidAt(['downloadId'], 'Must be an available file', code);
}
