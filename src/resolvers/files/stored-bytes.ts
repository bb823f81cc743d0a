import { randomBytes } from 'node:crypto';
import type { StagedUpload } from '../../adapters/files/stage-upload.ts';
import type { RequestContext } from '../../context.ts';
import {
  type Blob,
  cancelBlobDeletion,
  expediteBlobDeletion,
  scheduleBlobDeletion,
} from '../../db/queries/files/blob-deletions.ts';
import { type Content, lockDuplicate } from '../../db/queries/files/file-records.ts';
import { decryptKeyAndName, encryptKeyAndName, type SealedKeyAndName } from './data-key.ts';
import { requireFiles } from './require-files.ts';

/** Maximum time from storing bytes to the commit that uses them. Unused bytes are deleted afterwards. */
const COMMIT_WITHIN_MS = 3_600_000;

/**
 * Stores received bytes for `work`, which may assign them to a file. Their deletion is scheduled before the first byte
 * is stored, and made due at once when `work` does not use them, so that an interruption leaves nothing behind. `work`
 * receives their storage key; null for an infected file, whose bytes are not stored.
 */
export async function withStoredBytes<T>(
  ctx: RequestContext,
  intake: StagedUpload,
  work: (storageKey: string | null) => Promise<T>,
): Promise<T> {
  if (intake.scan === 'infected') return await work(null);
  const { vault } = requireFiles(ctx);
  const { serviceId } = ctx.caller;
  const storageKey = `${serviceId}/${randomBytes(24).toString('hex')}`;
  await scheduleBlobDeletion(
    ctx.db,
    { serviceId, storageKey },
    new Date(Date.now() + COMMIT_WITHIN_MS),
  );
  try {
    await vault.store(intake, storageKey);
    return await work(storageKey);
  } finally {
    await expediteUnusedBytes(ctx, { serviceId, storageKey });
  }
}

/**
 * Makes the deletion of unused bytes due now. A failure is logged only: the deletion is due after an hour at the
 * latest.
 */
async function expediteUnusedBytes(ctx: RequestContext, blob: Blob): Promise<void> {
  try {
    if (await expediteBlobDeletion(ctx.db, blob)) ctx.wakeWorker?.();
  } catch (error) {
    ctx.log.warn({ err: error }, 'bytes that no file needs are deleted later');
  }
}

export type StoredUpload = { intake: StagedUpload; storageKey: string; name: string };
export type AssignedBytes = SealedKeyAndName & { storageKey: string };

/**
 * Assigns stored bytes to a file that the transaction writes. When the business has a file with the same content, both
 * share the bytes of that file, and the new bytes are deleted.
 */
export async function assignStoredBytes(
  tx: RequestContext,
  businessId: number | null,
  { intake, storageKey, name }: StoredUpload,
): Promise<AssignedBytes> {
  const { serviceId } = tx.caller;
  const content: Content = {
    businessId,
    sha256: intake.sha256.toString('hex'),
    byteCount: intake.byteCount,
  };
  const duplicate = await lockDuplicate(tx.db, serviceId, content);
  const duplicateKeyAndName =
    duplicate === undefined ? undefined : await decryptKeyAndName(tx, duplicate);
  if (
    duplicate?.storageKey !== undefined &&
    duplicate.storageKey !== null &&
    duplicateKeyAndName !== undefined
  ) {
    const sealed = await encryptKeyAndName(tx, businessId, { key: duplicateKeyAndName.key, name });
    return { ...sealed, storageKey: duplicate.storageKey };
  }
  const wasScheduled = await cancelBlobDeletion(tx.db, { serviceId, storageKey });
  if (!wasScheduled)
    throw new Error('The upload took too long and expired. Upload the file again.');
  const sealed = await encryptKeyAndName(tx, businessId, { key: intake.key, name });
  return { ...sealed, storageKey };
}
