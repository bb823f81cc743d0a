import type { DeletionReceipt } from '../../../domain/completion.ts';
import type { Db } from '../../client.ts';
import { runLater } from '../../statements/together.ts';

/** Written at the latest with the commit. */
export async function insertReceipt(
  db: Db,
  serviceId: number,
  receipt: DeletionReceipt,
): Promise<void> {
  const insert = db.insertInto('deletion_receipts').values({
    service_id: serviceId,
    id: receipt.id,
    business_id: receipt.businessId,
    delete_mode: receipt.deleteMode,
    deleted_participant_count: receipt.deletedParticipantCount,
    deleted_document_count: receipt.deletedDocumentCount,
    business_deleted: receipt.businessDeleted,
    completed_by_user_id: receipt.completedByUserId,
    completed_at: receipt.completedAt,
    digest: Buffer.from(receipt.digest, 'hex'),
  });
  await runLater(db, insert.compile());
}

/** The receipt of the deletion of the business itself; undefined when it was never completed with all. */
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

/** The end of the service's chain. */
export async function findLastReceipt(
  db: Db,
  serviceId: number,
): Promise<DeletionReceipt | undefined> {
  const row = await selectReceipts(db, serviceId).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && toReceipt(row);
}

/** The receipts with these ids, in order of id. */
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

/** The chain after a receipt, in its order, at most `limit` of it. */
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

function selectReceipts(db: Db, serviceId: number) {
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
  'business_deleted as businessDeleted',
  'completed_by_user_id as completedByUserId',
  'completed_at as completedAt',
  'digest',
] as const;

type ReceiptRow = Awaited<ReturnType<ReturnType<typeof selectReceipts>['execute']>>[number];

export function toReceipt({ digest, ...row }: ReceiptRow): DeletionReceipt {
  return { ...row, digest: digest.toString('hex') };
}
