import type { Ctx } from '../../context.ts';

/** Has the bytes of deleted files looked for after the commit, where there are any. */
export function deleteBytesSoon(tx: Ctx, blobs: number): void {
  if (blobs > 0) tx.wakeWorker?.();
}
