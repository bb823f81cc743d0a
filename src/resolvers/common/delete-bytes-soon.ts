import type { Ctx } from '../../context.ts';

/** Wakes the job that deletes stored bytes after the commit, when the transaction left any. `blobs` is their number. */
export function deleteBytesSoon(tx: Ctx, blobs: number): void {
  if (blobs > 0) tx.wakeWorker?.();
}
