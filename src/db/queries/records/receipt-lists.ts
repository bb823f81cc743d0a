import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DeletionReceipt, ReceiptFilter } from '../../../domain/business/completion.ts';
import type { PositionedRow, Window } from '../../../domain/shared/page.ts';
import type { TimePosition } from '../../../domain/shared/time-position.ts';
import type { Db } from '../../client.ts';
import { countSelection } from '../../statements/count-selection.ts';
import {
  planNewestFirst,
  type TimeRange,
  timeRangeConditions,
  toListOrder,
} from '../../statements/newest-first.ts';
import { customPlanHint } from '../../wire/plan-hint.ts';
import { RECEIPT_COLUMNS, toReceipt } from './deletion-receipts.ts';

export type ReceiptListing = { serviceId: number; filter: ReceiptFilter };

/** Returns the receipts of a window, newest first. */
export async function listReceipts(
  db: Db,
  { serviceId, filter }: ReceiptListing,
  window: Window<TimePosition>,
): Promise<PositionedRow<DeletionReceipt, TimePosition>[]> {
  const plan = planNewestFirst({ time: 'completed_at', id: 'id' }, window, toTimeRange(filter));
  const rows = await db
    .selectFrom('deletion_receipts')
    .modifyFront(customPlanHint('deletion_receipts'))
    .select(RECEIPT_COLUMNS)
    .where('service_id', '=', serviceId)
    .where((eb) => eb.and([plan.condition, ...toConditions(filter)]))
    .orderBy('completed_at', plan.direction)
    .orderBy('id', plan.direction)
    .limit(plan.limit)
    .execute();
  return toListOrder(rows.map(toReceipt), plan, (receipt) => receipt.completedAt);
}

/** Counts matching receipts, up to `max`; in index order, so that the limit ends the scan. */
export async function countReceipts(
  db: Db,
  { serviceId, filter }: ReceiptListing,
  max: number,
): Promise<number> {
  const selection = db
    .selectFrom('deletion_receipts')
    .select('id')
    .where('service_id', '=', serviceId)
    .where((eb) =>
      eb.and([
        ...timeRangeConditions('completed_at', toTimeRange(filter)),
        ...toConditions(filter),
      ]),
    )
    .orderBy('completed_at')
    .limit(max);
  return await countSelection(db, 'deletion_receipts', selection);
}

function toTimeRange({ completedSince: since, completedBefore: until }: ReceiptFilter): TimeRange {
  return { since, until };
}

function toConditions(filter: ReceiptFilter): RawBuilder<SqlBool>[] {
  const { businessDatabaseId, completedByUserId, deleteMode } = filter;
  return [
    ...(businessDatabaseId ? [sql<SqlBool>`business_id = ${businessDatabaseId}`] : []),
    ...(completedByUserId ? [sql<SqlBool>`completed_by_user_id = ${completedByUserId}`] : []),
    ...(deleteMode ? [sql<SqlBool>`delete_mode = ${deleteMode}`] : []),
  ];
}
