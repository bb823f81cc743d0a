import { requireScope } from '../../auth/scopes.ts';
import { type Ctx, inTransaction } from '../../context.ts';
import { insertAuditEvent } from '../../db/queries/audit-events.ts';
import { deleteBusiness, lockBusiness, touchBusiness } from '../../db/queries/businesses.ts';
import {
  type DeletedCounts,
  deleteParticipants,
  findBusinessReceipt,
  insertReceipt,
  lockSharedRows,
} from '../../db/queries/completion.ts';
import { allocateIds } from '../../db/queries/id-counters.ts';
import { completionRule, type DeleteMode, type DeletionReceipt } from '../../domain/completion.ts';
import { AppError } from '../../errors.ts';
import { findBusinessId } from './find-business.ts';
import type { CompleteBusinessInput } from './inputs.ts';

/**
 * Permanently deletes participants of a business, or all of it (v4: Provider completion notice; decisions
 * 20 to 24), in one transaction. Repeating it is safe: after `all` the first receipt is answered again.
 * Throws AppError `business_not_found` for a business that the service never had.
 */
export async function completeBusiness(
  ctx: Ctx,
  input: CompleteBusinessInput,
): Promise<DeletionReceipt> {
  const { serviceId } = requireScope(ctx.caller, 'business:complete');
  const mode = input.deleteMode ?? 'without_folio';
  return await inTransaction(ctx, async (tx) => {
    const businessId = await findBusinessId(tx, input.business);
    if (businessId === undefined) throw businessNotFound();
    const isThere = await lockBusiness(tx.db, serviceId, businessId);
    if (!isThere) return await getEarlierReceipt(tx, businessId);
    const deleted = await deleteInMode(tx, businessId, mode);
    return await recordCompletion(tx, { businessId, mode, deleted });
  });
}

async function getEarlierReceipt(tx: Ctx, businessId: number): Promise<DeletionReceipt> {
  const receipt = await findBusinessReceipt(tx.db, tx.caller.serviceId, businessId);
  if (receipt === undefined) throw businessNotFound();
  return receipt;
}

async function deleteInMode(tx: Ctx, businessId: number, mode: DeleteMode): Promise<DeletedCounts> {
  const { serviceId } = tx.caller;
  const rule = completionRule(mode);
  const scope = { serviceId, businessId, participants: rule.participants };
  await lockSharedRows(tx.db, scope);
  const deleted = await deleteParticipants(tx.db, scope);
  if (rule.deletesBusiness) await deleteBusiness(tx.db, serviceId, businessId);
  else if (deleted.participants > 0) await touchBusiness(tx.db, serviceId, businessId);
  return deleted;
}

type Completion = { businessId: number; mode: DeleteMode; deleted: DeletedCounts };

async function recordCompletion(tx: Ctx, completion: Completion): Promise<DeletionReceipt> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:complete');
  const { businessId, mode, deleted } = completion;
  const receipt = await insertReceipt(tx.db, {
    serviceId,
    id: await allocateIds(tx.db, { serviceId, kind: 'deletion_receipt', count: 1 }),
    businessId,
    deleteMode: mode,
    deleted,
    businessDeleted: completionRule(mode).deletesBusiness,
    completedByUserId: userId,
  });
  await insertAuditEvent(tx.db, {
    serviceId,
    action: 'business_completed',
    userId,
    apiKeyId,
    requestId: tx.requestId,
    details: { businessId, mode, receiptId: receipt.id, ...deleted },
  });
  return receipt;
}

function businessNotFound(): AppError {
  return new AppError('business_not_found', 'The service has no such business.');
}
