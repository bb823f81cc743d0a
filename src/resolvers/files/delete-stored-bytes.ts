import type { SystemContext } from '../../context.ts';
import { isBlobUsed } from '../../db/queries/files/blob-deletions.ts';

/** Deletes the bytes of a deleted file from the store, unless another file uses them. Idempotent. */
export async function deleteStoredBytes(ctx: SystemContext, storageKey: string): Promise<void> {
  const { db, serviceId, vault } = ctx;
  if (await isBlobUsed(db, { serviceId, storageKey })) return;
  await vault.delete(storageKey);
}
