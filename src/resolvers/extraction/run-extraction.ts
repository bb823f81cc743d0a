import type { SystemContext } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import {
  type ExtractionHead,
  failExtraction,
  listExtractionsByIds,
} from '../../db/queries/extractions/extractions.ts';
import { listFilesByIds, lockFile } from '../../db/queries/files/file-records.ts';
import { recordExtracted } from '../../db/queries/records/business-events.ts';
import { runInTransaction } from '../../db/transaction.ts';
import type {
  ExtractionFailure,
  ExtractionKey,
  ReadingOutcome,
} from '../../domain/extraction/extraction.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { storeOutcome } from './finish-extraction.ts';
import { createProgressRecorder } from './progress-recorder.ts';
import { readDocument } from './read-document.ts';

/**
 * Reads the document of a queued extraction and stores the result. An extraction whose file was deleted is deleted with
 * it; one whose bytes are lost fails. A document that crashes its reader fails and is not retried.
 */
export async function runExtraction(ctx: SystemContext, id: number): Promise<void> {
  const { db, serviceId } = ctx;
  const [queued] = await listExtractionsByIds(db, serviceId, [id]);
  if (queued?.state !== 'queued') return;
  const [file] = await listFilesByIds(db, serviceId, [queued.fileId]);
  const outcome = file?.state === 'available' ? await readQueued(ctx, queued, file) : undefined;
  await runInTransaction(db, async (tx) => {
    // Read again, because the file may have been assigned to a business in the meantime.
    const locked = await lockFile(tx, serviceId, queued.fileId);
    const context = { db: tx, serviceId, vault: ctx.vault, engine: ctx.readers.engine };
    const finished =
      locked?.state === 'available' && outcome !== undefined
        ? await storeOutcome(context, { id, file: locked }, outcome)
        : undefined;
    if (finished === undefined) await failAndNotify(tx, { serviceId, id }, 'file_gone');
  });
}

/**
 * Waits for the reading that a request of this process started. When there is none, reads the document; its bytes are
 * loaded only once a reader is available.
 */
async function readQueued(
  ctx: SystemContext,
  { id, claimed }: ExtractionHead,
  file: FileRecord,
): Promise<ReadingOutcome | undefined> {
  const detached = ctx.readers.detached.collect({ serviceId: ctx.serviceId, id });
  if (detached !== undefined) return await detached;
  const { db, serviceId, vault } = ctx;
  const reader = await ctx.readers.acquire(ctx.serviceId);
  const progress = createProgressRecorder(ctx, id);
  try {
    const context = { db, serviceId, vault, reader };
    return await readDocument(context, file, { claimed, onProgress: progress.record });
  } finally {
    reader.release();
    await progress.waitUntilIdle();
  }
}

/** Marks an extraction as failed after its last attempt, so that clients stop waiting. */
export async function giveUpExtraction(
  { db, serviceId }: SystemContext,
  id: number,
): Promise<void> {
  await runInTransaction(db, async (tx) => await failAndNotify(tx, { serviceId, id }, 'given_up'));
}

/** Marks the extraction as failed, and records an event when its file belongs to a business. */
async function failAndNotify(
  tx: Db,
  key: ExtractionKey,
  failure: ExtractionFailure,
): Promise<void> {
  const fileId = await failExtraction(tx, key, failure);
  const [file] = fileId === undefined ? [] : await listFilesByIds(tx, key.serviceId, [fileId]);
  const businessId = file?.businessId ?? null;
  if (businessId !== null) await recordExtracted(tx, key, businessId);
}
