import { sql } from 'kysely';
import type { ExtractionCheck } from '../../../domain/extraction/extracted.ts';
import {
  type ExtractionFailure,
  type ExtractionKey,
  type ExtractionRecord,
  NO_RESULT,
  type ReadingProgress,
} from '../../../domain/extraction/extraction.ts';
import type { Db } from '../../client.ts';
import { allocateIdsQuery } from '../records/id-counters.ts';

/** Extraction without its encrypted fields. */
export type ExtractionHead = Omit<ExtractionRecord, 'sealed'>;

const HEAD_COLUMNS = [
  'id',
  'file_id as fileId',
  'claimed_kind as claimed',
  'status as state',
  'failure',
  'kind',
  'confidence',
  'needs_review as needsReview',
  'page_count as pageCount',
  'pages_read as pagesRead',
  sql<ExtractionCheck[]>`checks`.as('checks'),
  'engine',
  'duration_ms as durationMs',
  'created_at as createdAt',
  'finished_at as finishedAt',
] as const;

export type NewExtraction = Pick<ExtractionRecord, 'fileId' | 'claimed'>;
/** Result of an extraction. */
export type FinishedExtraction = Pick<
  ExtractionRecord,
  | 'state'
  | 'failure'
  | 'kind'
  | 'confidence'
  | 'needsReview'
  | 'pageCount'
  | 'pagesRead'
  | 'checks'
  | 'sealed'
  | 'engine'
  | 'durationMs'
>;

/** Stores a queued extraction. The caller has locked the file. */
export async function insertExtraction(
  db: Db,
  serviceId: number,
  { fileId, claimed }: NewExtraction,
): Promise<ExtractionHead> {
  const { rows } = await sql<Pick<ExtractionHead, 'id' | 'createdAt'>>`
    with allocated_id as (${allocateIdsQuery({ serviceId, kind: 'extraction', count: 1 })})
    insert into extractions as new_extraction (service_id, id, file_id, claimed_kind, status)
    overriding system value
    select ${serviceId}::integer, last_id, ${fileId}::bigint, ${claimed}::text, 'queued' from allocated_id
    returning new_extraction.id, new_extraction.created_at as "createdAt"
  `.execute(db);
  const [stored] = rows;
  if (stored === undefined) throw new Error('An extraction was not stored.');
  return { ...QUEUED, ...stored, fileId, claimed };
}

/** Values of an extraction until its document is read. */
const QUEUED: Omit<ExtractionHead, 'id' | 'fileId' | 'claimed' | 'createdAt'> = {
  ...NO_RESULT,
  state: 'queued',
  failure: null,
  engine: null,
  durationMs: null,
  finishedAt: null,
};

/** Stores the result of a queued extraction; undefined when it is no longer queued. */
export async function finishExtraction(
  db: Db,
  { serviceId, id }: ExtractionKey,
  finished: FinishedExtraction,
): Promise<ExtractionHead | undefined> {
  return await db
    .updateTable('extractions')
    .set({
      status: finished.state,
      failure: finished.failure,
      kind: finished.kind,
      confidence: finished.confidence,
      needs_review: finished.needsReview,
      page_count: finished.pageCount,
      pages_read: finished.pagesRead,
      checks: JSON.stringify(finished.checks),
      sealed: finished.sealed,
      engine: finished.engine,
      duration_ms: finished.durationMs,
      finished_at: sql`now()`,
    })
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning(HEAD_COLUMNS)
    .executeTakeFirst();
}

/**
 * Fails a queued extraction and resets its progress; returns the id of its file, or undefined when it is no longer
 * queued.
 */
export async function failExtraction(
  db: Db,
  { serviceId, id }: ExtractionKey,
  failure: ExtractionFailure,
): Promise<number | undefined> {
  const failed = await db
    .updateTable('extractions')
    .set({
      status: 'failed',
      failure,
      page_count: null,
      pages_read: null,
      finished_at: sql`now()`,
    })
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('file_id as fileId')
    .executeTakeFirst();
  return failed?.fileId;
}

/** Stores the progress of a queued extraction. */
export async function storeProgress(
  db: Db,
  { serviceId, id }: ExtractionKey,
  { pagesRead, pageCount }: ReadingProgress,
): Promise<void> {
  await db
    .updateTable('extractions')
    .set({ pages_read: pagesRead, page_count: pageCount })
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}

/** Deletes the extractions of a file except the newest `keep`. */
export async function deleteOldExtractions(
  db: Db,
  { serviceId, fileId }: { serviceId: number; fileId: number },
  keep: number,
): Promise<void> {
  await sql`
    delete from extractions where service_id = ${serviceId} and file_id = ${fileId} and id in (
      select id from extractions where service_id = ${serviceId} and file_id = ${fileId}
      order by id desc offset ${keep}
    )
  `.execute(db);
}

/** Returns the extractions with these ids, in order of id. */
export async function listExtractionsByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<ExtractionHead[]> {
  return await db
    .selectFrom('extractions')
    .select(HEAD_COLUMNS)
    .where('service_id', '=', serviceId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .execute();
}

/** Returns the extractions of files, in order of file, newest first. Few are stored for each file. */
export async function listExtractionsOfFiles(
  db: Db,
  serviceId: number,
  fileIds: readonly number[],
): Promise<ExtractionHead[]> {
  return await db
    .selectFrom('extractions')
    .select(HEAD_COLUMNS)
    .where('service_id', '=', serviceId)
    .where((eb) => eb('file_id', '=', eb.fn.any(eb.val(fileIds))))
    .orderBy('file_id')
    .orderBy('id', 'desc')
    .execute();
}
