import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { lockForCompletion } from '../../db/queries/completion/lock-for-completion.ts';
import {
  allocateChainPosition,
  type ChainPosition,
  findBusinessReceipt,
} from '../../db/queries/records/deletion-receipts.ts';
import { recordChange } from '../../db/queries/records/record-change.ts';
import {
  type DeleteMode,
  type DeletionReceipt,
  getCompletionRule,
  toEvidenceCounts,
  toScreeningCounts,
} from '../../domain/business/completion.ts';
import { AppError } from '../../errors.ts';
import { checkVersion } from '../business/check-version.ts';
import { findBusinessId } from '../business/find-business.ts';
import type { CompleteBusinessInput } from '../business/inputs.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { wakeBlobDeletion } from '../common/wake-blob-deletion.ts';
import { getStoredReceipt, writeReceipt } from '../receipts/receipt-chain.ts';
import { checkAcknowledged } from './check-acknowledged.ts';
import { getCompletionMode } from './completion-mode.ts';
import { type DeletionResult, deleteInMode, toCompletionScope } from './delete-in-mode.ts';

export type Completion = { receipt: DeletionReceipt };

/**
 * Permanently deletes participants of a business, or the whole business (v4: Provider completion notice), in one
 * transaction. A request for a business that a completion has deleted returns the receipt of that completion. Throws
 * AppError `invalid_input` for a warning that is not acknowledged, `business_not_found` for an unknown business, and
 * `version_conflict` when the version is not the expected one.
 */
export async function completeBusiness(
  ctx: RequestContext,
  input: CompleteBusinessInput,
): Promise<IdempotentResult<Completion>> {
  requireScope(ctx.caller, 'business:complete');
  // Not part of the request identity: v4 has no acknowledgments, and both interfaces can send the same request.
  const { acknowledge: _, ...request } = input;
  const mode = getCompletionMode(input.deleteMode);
  return await runOnce(ctx, {
    operation: 'completeBusiness',
    input: { ...request, deleteMode: mode },
    run: async (tx) => ({ receipt: await complete(tx, input, mode) }),
    remember: ({ receipt }) => ({ receiptId: receipt.id }),
    replay: async (tx, outcome) => ({
      receipt: await getStoredReceipt(tx, outcomeSchema.parse(outcome).receiptId),
    }),
  });
}

async function complete(
  tx: RequestContext,
  input: CompleteBusinessInput,
  mode: DeleteMode,
): Promise<DeletionReceipt> {
  const { serviceId } = tx.caller;
  const businessId = await findBusinessId(tx, input.business);
  if (businessId === undefined) throw businessNotFound();
  const target = { serviceId, businessId, mode };
  const locked = await lockForCompletion(tx.db, toCompletionScope(target));
  if (locked === undefined) return await getEarlierReceipt(tx, businessId);
  checkVersion(locked.version, input.expectedVersion);
  // The position in the chain is allocated after the slow statements, because it blocks other receipts.
  const deleted = await deleteInMode(
    tx.db,
    { ...target, needsCustomPlan: locked.needsCustomPlan },
    async (run) => await allocateChainPosition(tx.db, run, serviceId),
  );
  checkAcknowledged(deleted.counts, input.acknowledge);
  wakeBlobDeletion(tx, deleted.blobs);
  return await recordCompletion(tx, { businessId, mode, deleted });
}

/**
 * Returns the receipt of the completion that deleted the business. Throws AppError `business_not_found` when there is
 * none.
 */
async function getEarlierReceipt(tx: RequestContext, businessId: number): Promise<DeletionReceipt> {
  const receipt = await findBusinessReceipt(tx.db, tx.caller.serviceId, businessId);
  if (receipt === undefined) throw businessNotFound();
  return receipt;
}

type CompletedBusiness = {
  businessId: number;
  mode: DeleteMode;
  deleted: DeletionResult & { extra: ChainPosition };
};

async function recordCompletion(
  tx: RequestContext,
  completed: CompletedBusiness,
): Promise<DeletionReceipt> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'business:complete');
  const { businessId, mode } = completed;
  const { counts: deleted, countChange, extra: position } = completed.deleted;
  const receipt = await writeReceipt(tx, position, {
    businessId,
    deleteMode: mode,
    deletedParticipantCount: deleted.participants,
    deletedDocumentCount: deleted.documents,
    deletedScreeningCounts: toScreeningCounts(deleted),
    deletedEvidenceCounts: toEvidenceCounts(deleted),
    businessDeleted: getCompletionRule(mode).deletesBusiness,
    completedByUserId: userId,
  });
  const receiptId = receipt.id;
  await recordChange(tx.db, {
    audit: {
      serviceId,
      action: 'business_completed',
      userId,
      apiKeyId,
      requestId: tx.requestId,
      details: { businessId, mode, receiptId, ...deleted },
    },
    event: { serviceId, type: 'business_completed', businessId, receiptId },
    counts: countChange,
  });
  return receipt;
}

const outcomeSchema = z.object({ receiptId: z.number() });

function businessNotFound(): AppError {
  return new AppError('business_not_found', 'The service has no such business.');
}
