import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import {
  deleteOldExtractions,
  type ExtractionHead,
  insertExtraction,
  listExtractionsByIds,
} from '../../db/queries/extractions/extractions.ts';
import { lockFile } from '../../db/queries/files/file-records.ts';
import { queueJob } from '../../db/queries/jobs/queue.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import {
  type DocumentReaders,
  EXTRACTION_BYTES_MAX,
  EXTRACTION_WAIT_MS_MAX,
  EXTRACTIONS_OF_FILE_MAX,
  type ReadingOutcome,
} from '../../domain/extraction/extraction.ts';
import type { FileRecord } from '../../domain/files/file.ts';
import { AppError, invalidAt } from '../../errors.ts';
import {
  findReplay,
  type IdempotentResult,
  type ReplayableOperation,
  runOnce,
} from '../common/run-once.ts';
import { getReadableFile } from '../files/download-file.ts';
import { throwFileNotFound, toFileId } from '../files/find-file.ts';
import { requireFiles } from '../files/require-files.ts';
import { storeOutcome } from './finish-extraction.ts';
import type { ExtractDocumentInput } from './inputs.ts';
import { readDocument } from './read-document.ts';

export type ExtractionPayload = { extraction: ExtractionHead };

/**
 * Extracts data from a document: within the request when the document is small and a reader is free, otherwise in a
 * job. A reading that exceeds the wait continues in the background, and the job stores its result. Throws AppError
 * `file_not_found`, `file_not_available`, `files_unavailable`, and `invalid_input` for a file that is too large or
 * cannot be read.
 */
export async function extractDocument(
  ctx: RequestContext,
  input: ExtractDocumentInput,
): Promise<IdempotentResult<ExtractionPayload>> {
  requireScope(ctx.caller, 'file:write');
  const { idempotencyKey, file: lookup, claimedKind } = input;
  const fileId = toFileId(lookup) ?? throwFileNotFound();
  const operation: ReplayableOperation<ExtractionPayload> = {
    operation: 'extractDocument',
    // `waitMs` is omitted: a repeated request may wait for another duration.
    input: { idempotencyKey, file: lookup, claimedKind },
    replay: async (tx, outcome) => ({ extraction: await replayExtraction(tx, outcome) }),
  };
  // The document is read before the transaction. A repeated request is detected here, so that it is not read again.
  const replay = await findReplay(ctx, operation);
  if (replay !== undefined) return replay;
  const file = await getReadableFile(ctx, { fileId, scope: 'any' });
  if ((file.byteCount ?? 0) > EXTRACTION_BYTES_MAX)
    throw invalidAt(
      ['file'],
      `Must have at most ${EXTRACTION_BYTES_MAX} bytes to be read`,
      'too_large',
    );
  const reading = await readWithinRequest(ctx, file, input);
  return await runOnce(ctx, {
    ...operation,
    run: async (tx) => ({ extraction: await storeExtraction(tx, { ...input, fileId }, reading) }),
    remember: ({ extraction }) => ({ extractionId: extraction.id }),
  });
}

/** Media types that are read within the request. Images are always recognized by OCR, which takes longer. */
const QUICK_TYPES = new Set(['application/pdf', 'application/xml', 'text/csv']);
/** Size up to which a document is read within the request. */
const QUICK_BYTES_MAX = 2 * 1024 * 1024;

/**
 * State of a reading when its request stops waiting: its result, the reading that continues in the background, or none.
 */
type EarlyReading =
  | { kind: 'read'; outcome: ReadingOutcome }
  | { kind: 'continues'; reading: Promise<ReadingOutcome | undefined> }
  | { kind: 'none' };

/**
 * Reads a small document while the request waits, at most `waitMs` milliseconds. Throws AppError `invalid_input` for a
 * document that cannot be read.
 */
async function readWithinRequest(
  ctx: RequestContext,
  file: FileRecord,
  { claimedKind = null, waitMs }: ExtractDocumentInput,
): Promise<EarlyReading> {
  const { vault } = requireFiles(ctx);
  const readers = requireReaders(ctx);
  const { serviceId } = ctx.caller;
  const timeoutMs = waitMs ?? EXTRACTION_WAIT_MS_MAX;
  if (!isReadWithinRequest(file) || timeoutMs === 0) return { kind: 'none' };
  const reader = readers.tryAcquire(serviceId);
  if (reader === undefined) return { kind: 'none' };
  const reading = readDocument({ db: ctx.db, serviceId, vault, reader }, file, {
    claimed: claimedKind,
  }).finally(reader.release);
  const outcome = await waitAtMost(reading, timeoutMs);
  if (outcome === STILL_READING) return { kind: 'continues', reading };
  if (outcome === undefined) return throwFileNotFound();
  if (outcome.kind === 'read') return { kind: 'read', outcome };
  if (outcome.failure === 'unreadable_document')
    throw invalidAt(['file'], 'The document cannot be read', 'unreadable_document');
  // The reader process ended, perhaps not because of the document, so that the job reads it again.
  return { kind: 'none' };
}

const STILL_READING = Symbol('still reading');

/**
 * Waits for a reading. After the timeout it resolves to STILL_READING and the reading continues; the job that collects
 * it reports its failure.
 */
async function waitAtMost<Value>(
  reading: Promise<Value>,
  timeoutMs: number,
): Promise<Value | typeof STILL_READING> {
  const { promise, resolve } = Promise.withResolvers<typeof STILL_READING>();
  const timer = setTimeout(() => resolve(STILL_READING), timeoutMs);
  reading.catch(() => undefined);
  return await Promise.race([reading, promise]).finally(() => clearTimeout(timer));
}

function isReadWithinRequest({ mediaType, byteCount }: FileRecord): boolean {
  return QUICK_TYPES.has(mediaType ?? '') && (byteCount ?? 0) <= QUICK_BYTES_MAX;
}

function requireReaders({ readers }: RequestContext): DocumentReaders {
  if (readers !== undefined) return readers;
  throw new AppError('files_unavailable', 'Extraction is not available on this server.');
}

/**
 * Stores the extraction, finished or queued. The file is locked, so that nothing is stored for a file that is being
 * deleted.
 */
async function storeExtraction(
  tx: RequestContext,
  { fileId, claimedKind }: ExtractDocumentInput & { fileId: number },
  earlyReading: EarlyReading,
): Promise<ExtractionHead> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'file:write');
  const file = await lockFile(tx.db, serviceId, fileId);
  if (file?.state !== 'available') return throwFileNotFound();
  const queued = await insertExtraction(tx.db, serviceId, { fileId, claimed: claimedKind ?? null });
  const { id } = queued;
  await deleteOldExtractions(tx.db, { serviceId, fileId }, EXTRACTIONS_OF_FILE_MAX);
  await insertAuditEvent(tx.db, {
    serviceId,
    action: 'document_extracted',
    userId,
    apiKeyId,
    requestId: tx.requestId,
    details: { businessId: file.businessId, fileId, extractionId: id },
  });
  if (earlyReading.kind !== 'read') {
    if (earlyReading.kind === 'continues')
      requireReaders(tx).detached.detach({ serviceId, id }, earlyReading.reading);
    await queueExtraction(tx, id);
    return queued;
  }
  const { vault } = requireFiles(tx);
  const context = { db: tx.db, serviceId, vault, engine: requireReaders(tx).engine };
  return (await storeOutcome(context, { id, file }, earlyReading.outcome)) ?? throwFileNotFound();
}

async function queueExtraction(tx: RequestContext, id: number): Promise<void> {
  await queueJob(tx.db, {
    serviceId: tx.caller.serviceId,
    task: 'extract_document',
    key: String(id),
    payload: { extractionId: id },
    dueAt: null,
  });
  tx.wakeWorker?.();
}

const outcomeSchema = z.object({ extractionId: z.number() });

async function replayExtraction(tx: RequestContext, outcome: unknown): Promise<ExtractionHead> {
  const { extractionId } = outcomeSchema.parse(outcome);
  const [extraction] = await listExtractionsByIds(tx.db, tx.caller.serviceId, [extractionId]);
  return extraction ?? throwFileNotFound();
}
