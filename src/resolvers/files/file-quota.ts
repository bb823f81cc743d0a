import type { RequestContext } from '../../context.ts';
import { changeWithinQuotas, readCounts } from '../../db/queries/records/service-counts.ts';
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { quotaExceeded } from '../../errors.ts';

/**
 * Returns the bytes of files that the service may store in addition; Infinity without a quota. Uploads that are under way
 * have not taken theirs yet: `countBytes` decides.
 */
export async function readFreeBytes({ db, caller, quotas }: RequestContext): Promise<number> {
  if (quotas.fileBytes === null) return Number.POSITIVE_INFINITY;
  const { fileBytes } = await readCounts(db, caller.serviceId);
  return Math.max(0, quotas.fileBytes - fileBytes);
}

/** Throws AppError `quota_exceeded` for more bytes than are free. */
export function checkFreeBytes(
  { quotas }: RequestContext,
  byteCount: number,
  freeBytes: number,
): void {
  if (byteCount > freeBytes) throw quotaExceeded('file_bytes', quotas.fileBytes);
}

/** Yields the bytes as they come; throws as `checkFreeBytes` as soon as they are too many. */
export async function* withinFreeBytes(
  ctx: RequestContext,
  bytes: AsyncIterable<Uint8Array>,
  freeBytes: number,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    checkFreeBytes(ctx, count, freeBytes);
    yield chunk;
  }
}

type Stored = Pick<FileRecord, 'storageKey' | 'byteCount'>;

/**
 * Counts the bytes of a file that the transaction writes, in place of what it had before; the last write but those about
 * the same business. The transaction fails with AppError `quota_exceeded` where the service has no room for them.
 */
export async function countBytes(tx: RequestContext, file: Stored, before?: Stored): Promise<void> {
  const fileBytes = bytesOf(file) - (before === undefined ? 0 : bytesOf(before));
  await changeWithinQuotas(
    tx.db,
    { serviceId: tx.caller.serviceId, quotas: tx.quotas },
    { ...ZERO_DELTA, fileBytes },
  );
}

function bytesOf({ storageKey, byteCount }: Stored): number {
  return storageKey === null ? 0 : (byteCount ?? 0);
}
