import { type RawBuilder, sql } from 'kysely';
import type {
  DeletionReceipt,
  EvidenceCounts,
  ScreeningCounts,
} from '../../../domain/business/completion.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { pipelineWithNext, type Run } from '../../statements/run-pipelined.ts';
import { allocateIdsStatement, getFirstId } from './id-counters.ts';

/** Stores a receipt as a pipelined statement, sent with the next one or the commit. */
export async function insertReceipt(
  db: Db,
  serviceId: number,
  receipt: DeletionReceipt,
): Promise<void> {
  const {
    deletedScreeningCounts: version2Counts,
    deletedEvidenceCounts: version3Counts,
    ...otherValues
  } = receipt;
  const values = {
    ...otherValues,
    serviceId,
    ...(version2Counts ?? { matches: null, screenings: null, reports: null }),
    ...(version3Counts ?? { consents: null, extractions: null, files: null }),
    digest: Buffer.from(receipt.digest, 'hex'),
  };
  await pipelineWithNext(db, insertReceiptRow(db, values));
}

type ReceiptValues = Omit<
  DeletionReceipt,
  'digest' | 'deletedScreeningCounts' | 'deletedEvidenceCounts'
> &
  Record<keyof ScreeningCounts | keyof EvidenceCounts, number | null> & {
    serviceId: number;
    digest: Buffer;
  };

const insertReceiptRow = prepareStatement((db, value: ValueOf<ReceiptValues>) =>
  db
    .insertInto('deletion_receipts')
    .values({
      service_id: value('serviceId'),
      id: value('id'),
      business_id: value('businessId'),
      delete_mode: value('deleteMode'),
      deleted_participant_count: value('deletedParticipantCount'),
      deleted_document_count: value('deletedDocumentCount'),
      deleted_match_count: value('matches'),
      deleted_screening_count: value('screenings'),
      deleted_report_count: value('reports'),
      deleted_consent_count: value('consents'),
      deleted_extraction_count: value('extractions'),
      deleted_file_count: value('files'),
      business_deleted: value('businessDeleted'),
      completed_by_user_id: value('completedByUserId'),
      completed_at: value('completedAt'),
      digest: value('digest'),
    })
    .compile(),
);

/** Returns the newest receipt of a deletion of the business itself; undefined when it was never deleted. */
export async function findBusinessReceipt(
  db: Db,
  serviceId: number,
  businessId: number,
): Promise<DeletionReceipt | undefined> {
  const row = await selectReceipts(db, serviceId)
    .where('business_id', '=', businessId)
    .where('business_deleted', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toReceipt(row);
}

/** Returns the last receipt of the chain of the service; undefined when it has none. */
export async function findLastReceipt(
  db: Db,
  serviceId: number,
): Promise<DeletionReceipt | undefined> {
  const [row] = (await db.executeQuery(selectLast(db, { serviceId }))).rows;
  return row && toReceipt(row);
}

const selectLast = prepareStatement((db, value: ValueOf<{ serviceId: number }>) =>
  selectReceipts(db, value('serviceId')).orderBy('id', 'desc').limit(sql.lit(1)).compile(),
);

/** Position of a receipt in the chain of its service. `previousDigest`: digest of the receipt before it, if any. */
export type ChainPosition = { id: number; previousDigest: string | undefined };

/**
 * Allocates the next position of the chain. The id counter is locked until the transaction ends, so that two deletions
 * do not follow the same receipt. The last receipt is read by a second statement, which sees receipts that were
 * committed during the wait for the lock.
 */
export async function allocateChainPosition(
  db: Db,
  run: Run,
  serviceId: number,
): Promise<ChainPosition> {
  const request = { serviceId, kind: 'deletion_receipt', count: 1 } as const;
  const [counters, [lastReceipt]] = await Promise.all([
    run(allocateIdsStatement(db, request)),
    run(selectLast(db, { serviceId })),
  ]);
  return { id: getFirstId(counters, request), previousDigest: lastReceipt?.digest.toString('hex') };
}

/** Returns the receipts with these ids, in order of id. */
export async function listReceiptsByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<DeletionReceipt[]> {
  const rows = await selectReceipts(db, serviceId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .execute();
  return rows.map(toReceipt);
}

/** Returns the receipts of the chain after an id, in order, at most `limit`. */
export async function listReceiptsAfter(
  db: Db,
  serviceId: number,
  { id, limit }: { id: number; limit: number },
): Promise<DeletionReceipt[]> {
  const rows = await selectReceipts(db, serviceId)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toReceipt);
}

function selectReceipts(db: Db, serviceId: number | RawBuilder<number>) {
  return db
    .selectFrom('deletion_receipts')
    .where('service_id', '=', serviceId)
    .select(RECEIPT_COLUMNS);
}

export const RECEIPT_COLUMNS = [
  'id',
  'business_id as businessId',
  'delete_mode as deleteMode',
  'deleted_participant_count as deletedParticipantCount',
  'deleted_document_count as deletedDocumentCount',
  'deleted_match_count as matches',
  'deleted_screening_count as screenings',
  'deleted_report_count as reports',
  'deleted_consent_count as consents',
  'deleted_extraction_count as extractions',
  'deleted_file_count as files',
  'business_deleted as businessDeleted',
  'completed_by_user_id as completedByUserId',
  'completed_at as completedAt',
  'digest',
] as const;

type ReceiptRow = Awaited<ReturnType<ReturnType<typeof selectReceipts>['execute']>>[number];

/**
 * Converts a row. A receipt of version 1 has neither group of counts, one of version 2 lacks the second group; a
 * missing group is null.
 */
export function toReceipt(row: ReceiptRow): DeletionReceipt {
  const { digest, matches, screenings, reports, consents, extractions, files, ...otherColumns } =
    row;
  const hasVersion2Counts = matches !== null && screenings !== null && reports !== null;
  const deletedScreeningCounts = hasVersion2Counts ? { matches, screenings, reports } : null;
  const hasVersion3Counts = consents !== null && extractions !== null && files !== null;
  const deletedEvidenceCounts = hasVersion3Counts ? { consents, extractions, files } : null;
  return {
    ...otherColumns,
    deletedScreeningCounts,
    deletedEvidenceCounts,
    digest: digest.toString('hex'),
  };
}
