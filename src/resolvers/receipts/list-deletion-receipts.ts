import { requireScope } from '../../auth/require-scope.ts';
import { type RequestContext, readLists } from '../../context.ts';
import { countReceipts, listReceipts } from '../../db/queries/records/receipt-lists.ts';
import type { DeletionReceipt, ReceiptFilter } from '../../domain/business/completion.ts';
import type { Connection } from '../../domain/shared/page.ts';
import { listNewest, RECORD_COUNT_MAX } from '../common/newest-first.ts';
import type { ListReceiptsInput } from './list-inputs.ts';

/** Lists the receipts of the service that match the filter, newest first. */
export async function listDeletionReceipts(
  ctx: RequestContext,
  input: ListReceiptsInput,
): Promise<Connection<DeletionReceipt>> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  const query = { serviceId, filter: input.filter ?? {} };
  return await listNewest(
    ctx,
    { name: 'receipts', input },
    async (window) => await readLists(ctx, async (db) => await listReceipts(db, query, window)),
  );
}

/** Counts the receipts that match the filter, up to 10,000. */
export async function countDeletionReceipts(
  ctx: RequestContext,
  filter: ReceiptFilter | null | undefined,
): Promise<number> {
  const { serviceId } = requireScope(ctx.caller, 'business:read');
  return await readLists(
    ctx,
    async (db) => await countReceipts(db, { serviceId, filter: filter ?? {} }, RECORD_COUNT_MAX),
  );
}
