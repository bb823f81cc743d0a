import type { StagedUpload } from '../../adapters/files/stage-upload.ts';
import { requireScope } from '../../auth/require-scope.ts';
import { inTransaction, type RequestContext } from '../../context.ts';
import { lockBusiness } from '../../db/queries/business/businesses.ts';
import { deleteBlobAt } from '../../db/queries/files/blob-deletions.ts';
import { lockFile, updateFile } from '../../db/queries/files/file-records.ts';
import type { FileDetail, FileRecord } from '../../domain/files/file.ts';
import { type Declared, nameWithExtension } from '../../domain/files/media-type.ts';
import { fileNotAvailable, invalidAt } from '../../errors.ts';
import { deleteBytesSoon } from '../common/delete-bytes-soon.ts';
import { auditFile } from './audit-file.ts';
import { openParts, sealParts } from './data-key.ts';
import { countBytes } from './file-quota.ts';
import { describeWritten, fileNotFound, getFileNow } from './find-file.ts';
import { admitFile, type FileBytes, receiveFile } from './receive-file.ts';
import { keepBytes, withStoredBytes } from './store-intake.ts';
import { withRefusalKept } from './upload-refusal.ts';

/**
 * Receives the bytes of an announced file, which must be as announced; before the completion the same may be sent
 * again. Throws AppError `file_not_found`, `file_not_available` once it is completed or its time is
 * over, `invalid_input` where type, size or sum differ, `quota_exceeded`.
 */
export async function putFile(
  ctx: RequestContext,
  fileId: number,
  bytes: FileBytes,
): Promise<FileDetail> {
  requireScope(ctx.caller, 'file:write');
  const expected = checkAwaited(await getFileNow(ctx, fileId));
  const parts = await openParts(ctx, expected);
  if (parts === undefined || expected.mediaType === null) return fileNotFound();
  const { name } = parts;
  const declared = { mediaType: expected.mediaType, fileName: name };
  const intake = await withRefusalKept(
    ctx,
    fileId,
    async () => await receiveAnnounced(ctx, { expected, declared, bytes }),
  );
  try {
    const arrival = { intake, name: nameWithExtension(name, intake.mediaType) };
    return await withStoredBytes(
      ctx,
      intake,
      async (storageKey) =>
        await inTransaction(ctx, async (tx) => await keep(tx, fileId, { ...arrival, storageKey })),
    );
  } finally {
    await intake.discard();
  }
}

type Announced = { expected: FileRecord; declared: Declared; bytes: FileBytes };

async function receiveAnnounced(
  ctx: RequestContext,
  { expected, declared, bytes }: Announced,
): Promise<StagedUpload> {
  const intake = await admitFile(ctx, async (freeBytes) => {
    // Bytes that came before make room for those that come now.
    const held = expected.storageKey === null ? 0 : (expected.byteCount ?? 0);
    return await receiveFile(ctx, { ...declared, freeBytes: freeBytes + held }, bytes);
  });
  try {
    checkAsAnnounced(expected, intake);
    return intake;
  } catch (error) {
    await intake.discard();
    throw error;
  }
}

function checkAwaited(file: FileRecord): FileRecord {
  const isOver = file.expiresAt !== null && file.expiresAt.getTime() <= Date.now();
  if (!isOver && (file.state === 'expected' || file.state === 'received')) return file;
  throw fileNotAvailable('not_awaited', 'No bytes are awaited for this file');
}

function checkAsAnnounced(expected: FileRecord, intake: StagedUpload): void {
  const isSize = expected.byteCount === intake.byteCount;
  const isSum = expected.sha256 === null || expected.sha256 === intake.sha256.toString('hex');
  if (isSize && isSum) return;
  if (isSize) throw invalidAt(['file'], 'Must have the announced SHA-256', 'digest_differs');
  throw invalidAt(['file'], 'Must have the announced size', 'size_differs');
}

type Arrival = { intake: StagedUpload; storageKey: string | null; name: string };

async function keep(tx: RequestContext, fileId: number, arrival: Arrival): Promise<FileDetail> {
  const { serviceId } = tx.caller;
  const seen = await getFileNow(tx, fileId);
  // Before the file, as a completion holds them.
  if (seen.businessId !== null) await lockBusiness(tx.db, serviceId, seen.businessId);
  const held = checkAwaited((await lockFile(tx.db, serviceId, fileId)) ?? fileNotFound());
  const { intake, storageKey, name } = arrival;
  const parts =
    storageKey === null
      ? { ...(await sealParts(tx, held.businessId, { key: intake.key, name })), storageKey }
      : await keepBytes(tx, held.businessId, { intake, storageKey, name });
  if (held.storageKey !== null && held.storageKey !== parts.storageKey) {
    await deleteBlobAt(tx.db, { serviceId, storageKey: held.storageKey }, null);
    deleteBytesSoon(tx, 1);
  }
  const file: FileRecord = {
    ...held,
    ...parts,
    state: storageKey === null ? 'infected' : 'received',
    sha256: intake.sha256.toString('hex'),
    isScanned: intake.scan !== 'unscanned',
    refusal: null,
  };
  await updateFile(tx.db, serviceId, file);
  await countBytes(tx, file, held);
  const { state } = file;
  await auditFile(tx, 'file_uploaded', { fileId, state, businessId: held.businessId });
  return await describeWritten(tx, file);
}
