import { inTransaction, type RequestContext } from '../../context.ts';
import { insertFile } from '../../db/queries/files/file-records.ts';
import { lockParticipantByLookup } from '../business/lock-participant.ts';
import { auditFile } from '../files/audit-file.ts';
import { changeFileBytes } from '../files/file-quota.ts';
import { requireFiles } from '../files/require-files.ts';
import { assignStoredBytes, withStoredBytes } from '../files/stored-bytes.ts';

export type PrintedFile = { participantId: number; name: string; bytes: Buffer };

/**
 * Callbacks for storing a PDF: `find` returns one that another request stored first, `save` stores data with the new
 * file. Both run while the business is locked.
 */
export type PrintStore<Result> = {
  find: (tx: RequestContext) => Promise<Result | undefined>;
  save: (tx: RequestContext, fileId: number) => Promise<Result>;
};

const MEDIA_TYPE = 'application/pdf';

/**
 * Stores a printed PDF as a file of the participant's business, unless `find` returns one. The file is encrypted with
 * the data key of the business and deleted with the participant. Throws AppError `participant_not_found`,
 * `files_unavailable`, `too_many_requests`, `quota_exceeded`.
 */
export async function storePrintedOnce<Result>(
  ctx: RequestContext,
  printed: PrintedFile,
  store: PrintStore<Result>,
): Promise<Result> {
  return await withStoredPrint(
    ctx,
    printed,
    async (file) => await inTransaction(ctx, async (tx) => await findOrInsert(tx, { file, store })),
  );
}

/** Stored bytes of a printed PDF. They are deleted unless `insertPrintedFile` makes a file of them. */
export type StoredPrint = { printed: PrintedFile; stored: Parameters<typeof assignStoredBytes>[2] };

/**
 * Stores the bytes of a printed PDF and passes them to `work`. Throws AppError `files_unavailable`,
 * `too_many_requests`.
 */
export async function withStoredPrint<T>(
  ctx: RequestContext,
  printed: PrintedFile,
  work: (file: StoredPrint) => Promise<T>,
): Promise<T> {
  const { vault } = requireFiles(ctx);
  await vault.checkReady();
  const { serviceId } = ctx.caller;
  return await vault.admit(serviceId, async () => {
    const file = { serviceId, mediaType: MEDIA_TYPE, fileName: printed.name };
    const intake = await vault.receive(file, toAsyncIterable(printed.bytes));
    try {
      return await withStoredBytes(ctx, intake, async (storageKey) => {
        if (storageKey === null) throw new Error('The malware scanner rejected a printed report.');
        return await work({ printed, stored: { intake, storageKey, name: printed.name } });
      });
    } finally {
      await intake.discard();
    }
  });
}

type StoreRequest<Result> = { file: StoredPrint; store: PrintStore<Result> };

async function findOrInsert<Result>(
  tx: RequestContext,
  { file, store }: StoreRequest<Result>,
): Promise<Result> {
  const { participantId: databaseId } = file.printed;
  const { businessId, id: participantId } = await lockParticipantByLookup(tx, { databaseId });
  const existing = await store.find(tx);
  if (existing !== undefined) return existing;
  return await store.save(tx, await insertPrintedFile(tx, file, { businessId, participantId }));
}

type PrintOwner = { businessId: number; participantId: number };

/** Inserts the file of a stored PDF and returns its id. The caller has locked the business. */
export async function insertPrintedFile(
  tx: RequestContext,
  { stored }: StoredPrint,
  { businessId, participantId }: PrintOwner,
): Promise<number> {
  const { intake } = stored;
  const file = await insertFile(tx.db, tx.caller.serviceId, {
    businessId,
    participantId,
    ...(await assignStoredBytes(tx, businessId, stored)),
    state: 'available',
    byteCount: intake.byteCount,
    mediaType: intake.mediaType,
    sha256: intake.sha256.toString('hex'),
    isScanned: intake.scan !== 'unscanned',
    expiresAt: null,
  });
  const { id: fileId, state } = file;
  await auditFile(tx, 'file_uploaded', { fileId, state, businessId, participantId });
  await changeFileBytes(tx, file);
  return fileId;
}

async function* toAsyncIterable(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
