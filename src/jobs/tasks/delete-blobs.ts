import type { Db } from '../../db/client.ts';
import {
  type DueBlob,
  deleteBlobRows,
  hasDueBlobs,
  lockDueBlobs,
  postponeBlobs,
} from '../../db/queries/files/blob-deletions.ts';
import type { Logger } from '../../log.ts';
import { createPacer, type NextRound } from '../../pacing/pacer.ts';

/** Deletes bytes from the store; deleting what is not there is done already. */
export type DeleteBytes = (storageKey: string) => Promise<void>;

export type BlobDeleterParts = { db: Db; log: Logger; deleteBytes: DeleteBytes };

export type BlobDeleter = {
  /** Looks for what is due, soon. Without it that happens once in a while. */
  wake: () => void;
  stop: () => Promise<void>;
};

/** What no process was told of: retries, and what a process that died has left. */
const INTERVAL_MS = 30_000;
const GAP_MS = 50;
const REST_MS = 2_000;
const BATCH_MAX = 20;

/** Deletes the bytes of deleted files, beside the requests; several processes share the work. */
export function startBlobDeleter(parts: BlobDeleterParts): BlobDeleter {
  const pacer = createPacer({
    work: async () => await runRound(parts),
    restMs: REST_MS,
    gapMs: GAP_MS,
    onFault: (error) => parts.log.error({ err: error }, 'deleted files could not be looked for'),
  });
  const timer = setInterval(() => pacer.wake(), INTERVAL_MS).unref();
  pacer.wake();
  return {
    wake: () => pacer.wake(),
    stop: async () => {
      clearInterval(timer);
      await pacer.stop();
    },
  };
}

async function runRound(parts: BlobDeleterParts): Promise<NextRound> {
  if (!(await hasDueBlobs(parts.db))) return 'sleep';
  const { failed, found } = await deleteDueBlobs(parts);
  if (found === BATCH_MAX && failed < found) return 'again';
  return failed > 0 ? 'rest' : 'sleep';
}

/**
 * Deletes the bytes of one batch, then the rows that asked for it: a process that dies between the two leaves the rows,
 * and deleting again does no harm. What fails waits longer each time.
 */
export async function deleteDueBlobs({
  db,
  log,
  deleteBytes,
}: BlobDeleterParts): Promise<{ found: number; failed: number }> {
  return await db.transaction().execute(async (tx) => {
    const due = await lockDueBlobs(tx, BATCH_MAX);
    if (due.length === 0) return { found: 0, failed: 0 };
    const outcomes = await Promise.all(
      due.map(async (blob) => ({ blob, isDone: await attempt(blob, { log, deleteBytes }) })),
    );
    const failed = outcomes.filter((one) => !one.isDone).map((one) => one.blob);
    const done = outcomes.filter((one) => one.isDone).map((one) => one.blob);
    if (done.length > 0) await deleteBlobRows(tx, done);
    if (failed.length > 0) await postponeBlobs(tx, failed);
    return { found: due.length, failed: failed.length };
  });
}

async function attempt(
  { storageKey, isUsed }: DueBlob,
  { log, deleteBytes }: Omit<BlobDeleterParts, 'db'>,
): Promise<boolean> {
  if (isUsed) return true;
  try {
    await deleteBytes(storageKey);
    return true;
  } catch (error) {
    log.error({ err: error }, 'the bytes of a deleted file could not be deleted yet');
    return false;
  }
}
