import type { RequestContext } from '../../context.ts';
import { changeWithinQuotas, readCounts } from '../../db/queries/records/service-counts.ts';
import { ZERO_DELTA } from '../../domain/business/service-counts.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { quotaExceeded } from '../../errors.ts';

/**
 * Returns the number of bytes that the service may still store; Infinity without a quota. Uploads in progress are not
 * counted yet: `changeFileBytes` enforces the quota.
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

/** Yields the bytes of a stream. Throws AppError `quota_exceeded` as soon as they exceed the free bytes. */
export async function* limitToFreeBytes(
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

type StoredFileSize = Pick<FileRecord, 'storageKey' | 'byteCount'>;

/**
 * Adds the bytes of a written file to the counter of the service, minus those of the file it replaces. Call it late in
 * a transaction: other requests of the service wait for the counters that it locks. Throws AppError `quota_exceeded`.
 */
export async function changeFileBytes(
  tx: RequestContext,
  file: StoredFileSize,
  replaced?: StoredFileSize,
): Promise<void> {
  const fileBytes = getStoredBytes(file) - (replaced === undefined ? 0 : getStoredBytes(replaced));
  await changeWithinQuotas(
    tx.db,
    { serviceId: tx.caller.serviceId, quotas: tx.quotas },
    { ...ZERO_DELTA, fileBytes },
  );
}

function getStoredBytes({ storageKey, byteCount }: StoredFileSize): number {
  return storageKey === null ? 0 : (byteCount ?? 0);
}
