import type { StagedUpload } from '../../adapters/files/stage-upload.ts';
import { requireScope } from '../../auth/require-scope.ts';
import { inTransaction, type RequestContext } from '../../context.ts';
import { lockBusiness } from '../../db/queries/business/businesses.ts';
import { scheduleBlobDeletion } from '../../db/queries/files/blob-deletions.ts';
import { lockFile, updateFile } from '../../db/queries/files/file-records.ts';
import type { FileDetail, FileRecord } from '../../domain/files/file.ts';
import { type DeclaredFile, withExtension } from '../../domain/files/media-type.ts';
import { fileNotAvailable, invalidAt } from '../../errors.ts';
import { deleteBytesSoon } from '../common/delete-bytes-soon.ts';
import { auditFile } from './audit-file.ts';
import { openParts, sealParts } from './data-key.ts';
import { countBytes } from './file-quota.ts';
import { describeWrittenFile, readCurrentFile, throwFileNotFound } from './find-file.ts';
import { admitFile, type FileBytes, receiveFile } from './receive-file.ts';
import { assignStoredBytes, withStoredBytes } from './store-intake.ts';
import { storeRefusalOnFailure } from './upload-refusal.ts';

/**
 * Receives the bytes of an announced file, which must match the announcement. Until the upload is completed, they may
 * be sent again. Throws AppError `file_not_found`, `file_not_available` once the file is completed or has expired,
 * `invalid_input` when type, size or digest differ, and `quota_exceeded`.
 */
export async function putFile(
  ctx: RequestContext,
  fileId: number,
  bytes: FileBytes,
): Promise<FileDetail> {
  requireScope(ctx.caller, 'file:write');
  const expected = checkExpected(await readCurrentFile(ctx, fileId));
  const parts = await openParts(ctx, expected);
  if (parts === undefined || expected.mediaType === null) return throwFileNotFound();
  const { name } = parts;
  const declared = { mediaType: expected.mediaType, fileName: name };
  const intake = await storeRefusalOnFailure(
    ctx,
    fileId,
    async () => await receiveAnnounced(ctx, { expected, declared, bytes }),
  );
  try {
    const arrival = { intake, name: withExtension(name, intake.mediaType) };
    return await withStoredBytes(
      ctx,
      intake,
      async (storageKey) =>
        await inTransaction(
          ctx,
          async (tx) => await storeReceivedFile(tx, fileId, { ...arrival, storageKey }),
        ),
    );
  } finally {
    await intake.discard();
  }
}

type Announced = { expected: FileRecord; declared: DeclaredFile; bytes: FileBytes };

async function receiveAnnounced(
  ctx: RequestContext,
  { expected, declared, bytes }: Announced,
): Promise<StagedUpload> {
  const intake = await admitFile(ctx, async (freeBytes) => {
    // Bytes received before are replaced, so their size is free.
    const replacedBytes = expected.storageKey === null ? 0 : (expected.byteCount ?? 0);
    return await receiveFile(ctx, { ...declared, freeBytes: freeBytes + replacedBytes }, bytes);
  });
  try {
    checkAsAnnounced(expected, intake);
    return intake;
  } catch (error) {
    await intake.discard();
    throw error;
  }
}

function checkExpected(file: FileRecord): FileRecord {
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

async function storeReceivedFile(
  tx: RequestContext,
  fileId: number,
  arrival: Arrival,
): Promise<FileDetail> {
  const { serviceId } = tx.caller;
  const seen = await readCurrentFile(tx, fileId);
  // Locked before the file, in the same order as in a completion.
  if (seen.businessId !== null) await lockBusiness(tx.db, serviceId, seen.businessId);
  const locked = checkExpected((await lockFile(tx.db, serviceId, fileId)) ?? throwFileNotFound());
  const { intake, storageKey, name } = arrival;
  const parts =
    storageKey === null
      ? { ...(await sealParts(tx, locked.businessId, { key: intake.key, name })), storageKey }
      : await assignStoredBytes(tx, locked.businessId, { intake, storageKey, name });
  if (locked.storageKey !== null && locked.storageKey !== parts.storageKey) {
    await scheduleBlobDeletion(tx.db, { serviceId, storageKey: locked.storageKey }, null);
    deleteBytesSoon(tx, 1);
  }
  const file: FileRecord = {
    ...locked,
    ...parts,
    state: storageKey === null ? 'infected' : 'received',
    sha256: intake.sha256.toString('hex'),
    isScanned: intake.scan !== 'unscanned',
    refusal: null,
  };
  await updateFile(tx.db, serviceId, file);
  await countBytes(tx, file, locked);
  const { state } = file;
  await auditFile(tx, 'file_uploaded', { fileId, state, businessId: locked.businessId });
  return await describeWrittenFile(tx, file);
}
