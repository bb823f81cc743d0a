import type { StagedUpload } from '../../adapters/files/stage-upload.ts';
import { requireScope } from '../../auth/require-scope.ts';
import { inTransaction, type RequestContext } from '../../context.ts';
import { lockBusiness } from '../../db/queries/business/businesses.ts';
import { scheduleBlobDeletion } from '../../db/queries/files/blob-deletions.ts';
import { lockFile, updateFile } from '../../db/queries/files/file-records.ts';
import type { FileDetail, FileRecord } from '../../domain/files/file.ts';
import { type DeclaredFile, withExtension } from '../../domain/files/media-type.ts';
import { fileNotAvailable, invalidAt } from '../../errors.ts';
import { wakeBlobDeletion } from '../common/wake-blob-deletion.ts';
import { auditFile } from './audit-file.ts';
import { decryptKeyAndName, encryptKeyAndName } from './data-key.ts';
import { changeFileBytes } from './file-quota.ts';
import { describeWrittenFile, readCurrentFile, throwFileNotFound } from './find-file.ts';
import { admitFile, type FileBytes, receiveFile } from './receive-file.ts';
import { assignStoredBytes, withStoredBytes } from './stored-bytes.ts';
import { storeRefusalOnFailure } from './upload-refusal.ts';

/**
 * Receives the bytes of an announced file, which must match the announcement. Until the upload is completed, the client
 * may send the bytes again. Throws AppError `file_not_found`, `file_not_available` once the file is completed or has
 * expired, `invalid_input` when type, size or digest differ, and the errors of admitFile and receiveFile.
 */
export async function putFile(
  ctx: RequestContext,
  fileId: number,
  bytes: FileBytes,
): Promise<FileDetail> {
  requireScope(ctx.caller, 'file:write');
  const expected = requireExpected(await readCurrentFile(ctx, fileId));
  const keyAndName = await decryptKeyAndName(ctx, expected);
  if (keyAndName === undefined || expected.mediaType === null) return throwFileNotFound();
  const { name } = keyAndName;
  const declared = { mediaType: expected.mediaType, fileName: name };
  const intake = await storeRefusalOnFailure(
    ctx,
    fileId,
    async () => await receiveAnnounced(ctx, { expected, declared, bytes }),
  );
  try {
    const received = { intake, name: withExtension(name, intake.mediaType) };
    return await withStoredBytes(
      ctx,
      intake,
      async (storageKey) =>
        await inTransaction(
          ctx,
          async (tx) => await storeReceivedFile(tx, fileId, { ...received, storageKey }),
        ),
    );
  } finally {
    await intake.discard();
  }
}

type AnnouncedBytes = { expected: FileRecord; declared: DeclaredFile; bytes: FileBytes };

async function receiveAnnounced(
  ctx: RequestContext,
  { expected, declared, bytes }: AnnouncedBytes,
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

/** Returns a file that accepts bytes. Throws AppError `file_not_available` for any other file. */
function requireExpected(file: FileRecord): FileRecord {
  const hasExpired = file.expiresAt !== null && file.expiresAt.getTime() <= Date.now();
  if (!hasExpired && (file.state === 'expected' || file.state === 'received')) return file;
  throw fileNotAvailable('not_awaited', 'No upload is expected for this file');
}

function checkAsAnnounced(expected: FileRecord, intake: StagedUpload): void {
  const hasSize = expected.byteCount === intake.byteCount;
  const hasDigest = expected.sha256 === null || expected.sha256 === intake.sha256.toString('hex');
  if (hasSize && hasDigest) return;
  if (hasSize) throw invalidAt(['file'], 'Must have the announced SHA-256', 'digest_differs');
  throw invalidAt(['file'], 'Must have the announced size', 'size_differs');
}

type ReceivedBytes = { intake: StagedUpload; storageKey: string | null; name: string };

async function storeReceivedFile(
  tx: RequestContext,
  fileId: number,
  received: ReceivedBytes,
): Promise<FileDetail> {
  const { serviceId } = tx.caller;
  const current = await readCurrentFile(tx, fileId);
  // A completion also locks the business before its files: the same order prevents a deadlock.
  if (current.businessId !== null) await lockBusiness(tx.db, serviceId, current.businessId);
  const locked = requireExpected((await lockFile(tx.db, serviceId, fileId)) ?? throwFileNotFound());
  const { intake, storageKey, name } = received;
  const sealed =
    storageKey === null
      ? {
          ...(await encryptKeyAndName(tx, locked.businessId, { key: intake.key, name })),
          storageKey,
        }
      : await assignStoredBytes(tx, locked.businessId, { intake, storageKey, name });
  if (locked.storageKey !== null && locked.storageKey !== sealed.storageKey) {
    await scheduleBlobDeletion(tx.db, { serviceId, storageKey: locked.storageKey }, null);
    wakeBlobDeletion(tx, 1);
  }
  const file: FileRecord = {
    ...locked,
    ...sealed,
    state: storageKey === null ? 'infected' : 'received',
    sha256: intake.sha256.toString('hex'),
    isScanned: intake.scan !== 'unscanned',
    refusal: null,
  };
  await updateFile(tx.db, serviceId, file);
  await changeFileBytes(tx, file, locked);
  const { state } = file;
  await auditFile(tx, 'file_uploaded', { fileId, state, businessId: locked.businessId });
  return await describeWrittenFile(tx, file);
}
