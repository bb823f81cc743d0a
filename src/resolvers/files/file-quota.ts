import type { RequestContext } from '../../context.ts';
import { changeWithinQuotas, readCounts } from '../../db/queries/records/service-counts.ts';
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { quotaExceeded } from '../../errors.ts';

/**
 * Returns how many more bytes of files the service may store; Infinity without a quota. Uploads in progress are not
 * counted yet: `countBytes` enforces the quota.
 */
export async function readFreeBytes({ db, caller, quotas }: RequestContext): Promise<number> {
  if (quotas.fileBytes === null) return Number.POSITIVE_INFINITY;
  const { fileBytes } = await readCounts(db, caller.serviceId);
  return Math.max(0, quotas.fileBytes - fileBytes);
}

/** Throws AppError `quota_exceeded` when the bytes exceed the free bytes. */
export function checkFreeBytes(
  { quotas }: RequestContext,
  byteCount: number,
  freeBytes: number,
): void {
  if (byteCount > freeBytes) throw quotaExceeded('file_bytes', quotas.fileBytes);
}

/** Yields the bytes of a stream; throws as `checkFreeBytes` as soon as they exceed the free bytes. */
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
 * Counts the bytes of a file that the transaction writes, minus those of the file it replaces. It is the last write
 * except those about the same business. Throws AppError `quota_exceeded` when they exceed the quota.
 */
export async function countBytes(tx: RequestContext, file: Stored, before?: Stored): Promise<void> {
  const fileBytes = getStoredBytes(file) - (before === undefined ? 0 : getStoredBytes(before));
  await changeWithinQuotas(
    tx.db,
    { serviceId: tx.caller.serviceId, quotas: tx.quotas },
    { ...ZERO_DELTA, fileBytes },
  );
}

function getStoredBytes({ storageKey, byteCount }: Stored): number {
  return storageKey === null ? 0 : (byteCount ?? 0);
}
