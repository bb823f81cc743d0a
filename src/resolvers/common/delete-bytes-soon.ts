import type { Ctx } from '../../context.ts';

/** Wakes what deletes bytes after the commit, where the transaction left any; `blobs` says how many. */
export function deleteBytesSoon(tx: Ctx, blobs: number): void {
  if (blobs > 0) tx.wakeWorker?.();
}
