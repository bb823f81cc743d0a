import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import type { DeletionReceipt } from '../../domain/completion.ts';

/** Undefined where the service has no such receipt. */
export async function findDeletionReceipt(
  ctx: Ctx,
  id: number,
): Promise<DeletionReceipt | undefined> {
  requireScope(ctx.caller, 'business:read');
  return await ctx.loaders.receipt.load(id);
}
