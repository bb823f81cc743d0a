import { inTransaction, type RequestContext } from '../../context.ts';
import { insertFile } from '../../db/queries/files/file-records.ts';
import { lockParticipantByLookup } from '../business/lock-participant.ts';
import { auditFile } from '../files/audit-file.ts';
import { countBytes } from '../files/file-quota.ts';
import { requireFiles } from '../files/require-files.ts';
import { assignStoredBytes, withStoredBytes } from '../files/store-intake.ts';

export type PrintedFile = { participantId: number; name: string; bytes: Buffer };

/**
 * Callbacks for storing a PDF: find one that another request stored first, and store data with the new file. Both run
 * while the business is locked.
 */
export type Shelf<Kept> = {
  find: (tx: RequestContext) => Promise<Kept | undefined>;
  keep: (tx: RequestContext, fileId: number) => Promise<Kept>;
};

const MEDIA_TYPE = 'application/pdf';

/**
 * Stores what the gateway printed as a file of the participant's business, once: encrypted with its key, and deleted
 * with the participant. Throws AppError `participant_not_found`, `files_unavailable`, `too_many_requests`.
 */
export async function storePrinted<Kept>(
  ctx: RequestContext,
  printed: PrintedFile,
  shelf: Shelf<Kept>,
): Promise<Kept> {
  return await withPrinted(
    ctx,
    printed,
    async (file) => await inTransaction(ctx, async (tx) => await place(tx, { file, shelf })),
  );
}

/** Bytes that are in the store, and are deleted there unless `placePrinted` makes a file of them. */
export type StoredPrint = { printed: PrintedFile; stored: Parameters<typeof assignStoredBytes>[2] };

/** Puts what was printed into the store for `work`. Throws AppError `files_unavailable`, `too_many_requests`. */
export async function withPrinted<T>(
  ctx: RequestContext,
  printed: PrintedFile,
  work: (file: StoredPrint) => Promise<T>,
): Promise<T> {
  const { vault } = requireFiles(ctx);
  await vault.checkReady();
  const { serviceId } = ctx.caller;
  return await vault.admit(serviceId, async () => {
    const file = { serviceId, mediaType: MEDIA_TYPE, fileName: printed.name };
    const intake = await vault.receive(file, once(printed.bytes));
    try {
      return await withStoredBytes(ctx, intake, async (storageKey) => {
        if (storageKey === null) throw new Error('A scanner took a printed report for malware.');
        return await work({ printed, stored: { intake, storageKey, name: printed.name } });
      });
    } finally {
      await intake.discard();
    }
  });
}

type Placing<Kept> = { file: StoredPrint; shelf: Shelf<Kept> };

async function place<Kept>(tx: RequestContext, { file, shelf }: Placing<Kept>): Promise<Kept> {
  const { participantId: databaseId } = file.printed;
  const { businessId, id: participantId } = await lockParticipantByLookup(tx, { databaseId });
  const there = await shelf.find(tx);
  if (there !== undefined) return there;
  return await shelf.keep(tx, await placePrinted(tx, file, { businessId, participantId }));
}

type PrintOwner = { businessId: number; participantId: number };

/** Makes a file of the participant of what was stored, and answers its id. The business is held by the caller. */
export async function placePrinted(
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
  await countBytes(tx, file);
  return fileId;
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
