import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import type { DeletionReceipt } from '../../domain/business/completion.ts';
import { decodeDatabaseId } from '../../domain/shared/global-id.ts';

/** Returns a receipt; undefined when the service has no such receipt. */
export async function findDeletionReceipt(
  ctx: RequestContext,
  id: number,
): Promise<DeletionReceipt | undefined> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.receipt.load(id);
}

/** Finds a receipt by its global id. Undefined also for the global id of another type. */
export async function findReceiptByGlobalId(
  ctx: RequestContext,
  id: string,
): Promise<DeletionReceipt | undefined> {
  requireScope(ctx.caller, 'business:read');
  const databaseId = decodeDatabaseId(id, 'DeletionReceipt');
  return databaseId === undefined ? undefined : await findDeletionReceipt(ctx, databaseId);
}

/** Returns the receipt of an event. Receipts are never deleted, so a missing receipt is an internal error. */
export async function getDeletionReceipt(
  ctx: RequestContext,
  id: number,
): Promise<DeletionReceipt> {
  const receipt = await findDeletionReceipt(ctx, id);
  if (receipt === undefined) throw new Error('The receipt of an event is missing.');
  return receipt;
}
