import { randomBytes } from 'node:crypto';
import type { StagedUpload } from '../../adapters/files/stage-upload.ts';
import type { RequestContext } from '../../context.ts';
import {
  type Blob,
  deleteBlobAt,
  hastenBlob,
  keepBlob,
} from '../../db/queries/files/blob-deletions.ts';
import { type Content, lockTwin } from '../../db/queries/files/file-records.ts';
import { openParts, type SealedParts, sealParts } from './data-key.ts';
import { requireFiles } from './require-files.ts';

/** How long a process has from storing bytes to the commit that needs them; after that they are deleted. */
const FINISH_MS = 3_600_000;

/**
 * Stores the bytes of an intake for `work`, which may keep them for a file. Their deletion is on record before the first
 * of them is stored and at once where `work` does not keep them, so that whatever breaks off leaves nothing
 * behind. `work` gets their key in the store; null for an infected file, of which nothing is stored.
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
  await deleteBlobAt(ctx.db, { serviceId, storageKey }, new Date(Date.now() + FINISH_MS));
  try {
    await vault.store(intake, storageKey);
    return await work(storageKey);
  } finally {
    await hasten(ctx, { serviceId, storageKey });
  }
}

/** What came of the upload stands whether this succeeds or not: at the latest the bytes go when their hour is over. */
async function hasten(ctx: RequestContext, blob: Blob): Promise<void> {
  try {
    if (await hastenBlob(ctx.db, blob)) ctx.wakeWorker?.();
  } catch (error) {
    ctx.log.warn({ err: error }, 'bytes that no file needs are deleted later');
  }
}

export type Stored = { intake: StagedUpload; storageKey: string; name: string };
export type KeptBytes = SealedParts & { storageKey: string };

/**
 * Keeps stored bytes for a file that the transaction writes. Where the business has a file of equal content, that
 * one's bytes serve both, and the new ones are not kept.
 */
export async function keepBytes(
  tx: RequestContext,
  businessId: number | null,
  { intake, storageKey, name }: Stored,
): Promise<KeptBytes> {
  const { serviceId } = tx.caller;
  const content: Content = {
    businessId,
    sha256: intake.sha256.toString('hex'),
    byteCount: intake.byteCount,
  };
  const twin = await lockTwin(tx.db, serviceId, content);
  const parts = twin === undefined ? undefined : await openParts(tx, twin);
  if (twin?.storageKey !== undefined && twin.storageKey !== null && parts !== undefined) {
    const sealed = await sealParts(tx, businessId, { key: parts.key, name });
    return { ...sealed, storageKey: twin.storageKey };
  }
  const isThere = await keepBlob(tx.db, { serviceId, storageKey });
  if (!isThere) throw new Error('The upload took too long and expired. Upload the file again.');
  const sealed = await sealParts(tx, businessId, { key: intake.key, name });
  return { ...sealed, storageKey };
}
