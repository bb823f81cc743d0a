import type { SystemCtx } from '../../context.ts';
import { listExtractionsByIds } from '../../db/queries/extractions/extractions.ts';
import { listFilesByIds, lockFile } from '../../db/queries/files/file-records.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { finish } from './finish-extraction.ts';
import { readFileOf } from './read-file.ts';

/**
 * Reads the document of an extraction that is queued, and writes down what came of it; one whose file is gone meanwhile
 * is gone with it. What a document does to its reader is told of the document and tried no further.
 */
export async function runExtraction(ctx: SystemCtx, id: number): Promise<void> {
  const { db, serviceId } = ctx;
  const [queued] = await listExtractionsByIds(db, serviceId, [id]);
  if (queued?.state !== 'queued') return;
  const [file] = await listFilesByIds(db, serviceId, [queued.fileId]);
  if (file?.state !== 'available') return;
  const outcome = await readFileOf(ctx, file, { claimed: queued.claimed });
  if (outcome === undefined) return;
  await runInTransaction(db, async (tx) => {
    const held = await lockFile(tx, serviceId, file.id);
    if (held === undefined) return;
    const place = { db: tx, serviceId, vault: ctx.vault, engine: ctx.readers.engine };
    await finish(place, { id, file: held }, outcome);
  });
}
