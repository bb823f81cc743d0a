import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DeletionReceipt, ReceiptFilter } from '../../../domain/business/completion.ts';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { Db } from '../../client.ts';
import { countSelection } from '../../statements/count-found.ts';
import {
  isInRange,
  newestFirst,
  type TimeRange,
  toListOrder,
} from '../../statements/newest-first.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import { RECEIPT_COLUMNS, toReceipt } from './deletion-receipts.ts';

export type ReceiptListing = { serviceId: number; filter: ReceiptFilter };

/** Receipts of a window, newest first. */
export async function listReceipts(
  db: Db,
  { serviceId, filter }: ReceiptListing,
  window: Window<TimePosition>,
): Promise<PositionedRow<DeletionReceipt, TimePosition>[]> {
  const list = newestFirst({ time: 'completed_at', id: 'id' }, window, rangeOf(filter));
  const rows = await db
    .selectFrom('deletion_receipts')
    .modifyFront(customPlanHint('deletion_receipts'))
    .select(RECEIPT_COLUMNS)
    .where('service_id', '=', serviceId)
    .where((eb) => eb.and([list.isWithin, ...conditionsOf(filter)]))
    .orderBy('completed_at', list.direction)
    .orderBy('id', list.direction)
    .limit(list.limit)
    .execute();
  return toListOrder(rows.map(toReceipt), list, (receipt) => receipt.completedAt);
}

/** Counts matching receipts, up to `max`. */
export async function countReceipts(
  db: Db,
  { serviceId, filter }: ReceiptListing,
  max: number,
): Promise<number> {
  const selection = db
    .selectFrom('deletion_receipts')
    .select('id')
    .where('service_id', '=', serviceId)
    .where((eb) => eb.and([...isInRange('completed_at', rangeOf(filter)), ...conditionsOf(filter)]))
    .orderBy('completed_at')
    .limit(max);
  return await countSelection(db, 'deletion_receipts', selection);
}

function rangeOf({ completedSince: since, completedBefore: until }: ReceiptFilter): TimeRange {
  return { since, until };
}

function conditionsOf(filter: ReceiptFilter): RawBuilder<SqlBool>[] {
  const { businessDatabaseId, completedByUserId, deleteMode } = filter;
  return [
    ...(businessDatabaseId ? [sql<SqlBool>`business_id = ${businessDatabaseId}`] : []),
    ...(completedByUserId ? [sql<SqlBool>`completed_by_user_id = ${completedByUserId}`] : []),
    ...(deleteMode ? [sql<SqlBool>`delete_mode = ${deleteMode}`] : []),
  ];
}
