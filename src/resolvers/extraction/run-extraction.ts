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
import { finish } from './finish-extraction.ts';
import { readFileOf } from './read-file.ts';
import { createProgressRecorder } from './store-progress.ts';

/**
 * Reads the document of a queued extraction and stores the result. An extraction whose file was deleted is deleted with
 * it; one whose bytes are lost fails. A document that crashes its reader fails and is not retried.
 */
export async function runExtraction(ctx: SystemContext, id: number): Promise<void> {
  const { db, serviceId } = ctx;
  const [queued] = await listExtractionsByIds(db, serviceId, [id]);
  if (queued?.state !== 'queued') return;
  const [file] = await listFilesByIds(db, serviceId, [queued.fileId]);
  const outcome = file?.state === 'available' ? await read(ctx, queued, file) : undefined;
  await runInTransaction(db, async (tx) => {
    // Read again: it may have been assigned to a business meanwhile.
    const locked = await lockFile(tx, serviceId, queued.fileId);
    const place = { db: tx, serviceId, vault: ctx.vault, engine: ctx.readers.engine };
    const finished =
      locked?.state === 'available' && outcome !== undefined
        ? await finish(place, { id, file: locked }, outcome)
        : undefined;
    if (finished === undefined) await failAndNotify(tx, { serviceId, id }, 'file_gone');
  });
}

/**
 * Waits for the extraction that a request of this process started, otherwise starts one. The bytes are loaded only once
 * a reader is available.
 */
async function read(
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
    const place = { db, serviceId, vault, reader };
    return await readFileOf(place, file, { claimed, onProgress: progress.note });
  } finally {
    reader.release();
    await progress.settled();
  }
}

/** Marks an extraction that is not retried as failed, so that clients stop waiting. */
export async function giveUpExtraction(
  { db, serviceId }: SystemContext,
  id: number,
): Promise<void> {
  await runInTransaction(db, async (tx) => await failAndNotify(tx, { serviceId, id }, 'given_up'));
}

/** Emits an event for the business of the file, if the file exists and has one. */
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
