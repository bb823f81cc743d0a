import type { RequestContext } from '../../context.ts';

/**
 * Wakes the worker after the commit, so that it deletes the bytes of `blobCount` removed files. Does nothing when there
 * are none.
 */
export function wakeBlobDeletion(tx: RequestContext, blobCount: number): void {
  if (blobCount > 0) tx.wakeWorker?.();
}
