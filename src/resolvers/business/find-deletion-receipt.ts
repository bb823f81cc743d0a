import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import type { DeletionReceipt } from '../../domain/completion.ts';
import { decodeDatabaseId } from '../../domain/global-id.ts';

/** Undefined where the service has no such receipt. */
export async function findDeletionReceipt(
  ctx: Ctx,
  id: number,
): Promise<DeletionReceipt | undefined> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.receipt.load(id);
}

/** The same by global id; undefined also for an id that names something else. */
export async function findReceiptByGlobalId(
  ctx: Ctx,
  id: string,
): Promise<DeletionReceipt | undefined> {
  requireScope(ctx.caller, 'business:read');
  const databaseId = decodeDatabaseId(id, 'DeletionReceipt');
  return databaseId === undefined ? undefined : await findDeletionReceipt(ctx, databaseId);
}
