import type { RequestContext } from '../../context.ts';

/** Wakes the job that deletes stored bytes after the commit, when the transaction left any. `blobs` is their number. */
export function deleteBytesSoon(tx: RequestContext, blobs: number): void {
  if (blobs > 0) tx.wakeWorker?.();
}
