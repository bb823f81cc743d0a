import type { SystemContext } from '../../context.ts';
import { isBlobUsed } from '../../db/queries/files/blob-deletions.ts';

/** Deletes the bytes of deleted files from the store, unless a file needs them; to delete them again does no harm. */
export async function deleteStoredBytes(ctx: SystemContext, storageKey: string): Promise<void> {
  const { db, serviceId, vault } = ctx;
  if (await isBlobUsed(db, { serviceId, storageKey })) return;
  await vault.delete(storageKey);
}
