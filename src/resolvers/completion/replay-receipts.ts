import type { Db } from '../../db/client.ts';
import { lockBusiness } from '../../db/queries/business/businesses.ts';
import { countDeletion } from '../../db/queries/completion/count-deletion.ts';
import { lockForCompletion } from '../../db/queries/completion/lock-for-completion.ts';
import { findLastReceipt, insertReceipt } from '../../db/queries/records/deletion-receipts.ts';
import { renewStreamKey } from '../../db/queries/records/event-streams.ts';
import { allocateIds, raiseLastId } from '../../db/queries/records/id-counters.ts';
import { recordChange } from '../../db/queries/records/record-change.ts';
import { runInTransaction } from '../../db/transaction.ts';
import {
  type DeleteMode,
  type DeletionReceipt,
  getCompletionRule,
} from '../../domain/business/completion.ts';
import { OperatorError } from '../../errors.ts';
import { CHAIN_START, digestReceipt } from '../receipts/receipt-chain.ts';
import { getServiceId } from '../service/get-service-id.ts';
import { deleteInMode, toCompletionScope } from './delete-in-mode.ts';

/**
 * Outcome of replaying a receipt that the database does not contain. `deleted`: the deletion was replayed. `gone`: the
 * business does not exist, so that there was nothing to delete. `left`: nothing was deleted, because the deletion would
 * remove other data than the original one or cannot be replayed.
 */
export type ReplayOutcome = { receipt: DeletionReceipt; result: 'deleted' | 'gone' | 'left' };

export type ReplayInput = {
  service: string;
  /** Exported receipts in their order, from any position of the chain that the database still contains. */
  receipts: readonly DeletionReceipt[];
};

/**
 * Replays deletions that a restored backup does not contain, by receipts that were exported, and appends the receipts
 * to the chain unchanged. Each receipt is replayed in its own transaction, so that the command can be repeated after a
 * failure. Returns an outcome for each receipt that the database lacked, except skipped deletions that a later receipt
 * includes. Renews the stream key, which invalidates all event ids: otherwise ids that clients received after the
 * backup would denote other events. Must run before a gateway serves the restored database. Throws OperatorError for an
 * unknown service, for receipts that do not follow the chain, and when another process adds receipts.
 */
export async function replayReceipts(
  db: Db,
  { service, receipts }: ReplayInput,
): Promise<ReplayOutcome[]> {
  const serviceId = await getServiceId(db, service);
  checkChain(receipts, (await findLastReceipt(db, serviceId)) ?? { id: 0, digest: CHAIN_START });
  await renewStreamKey(db, serviceId);
  const outcomes: ReplayOutcome[] = [];
  for (const receipt of receipts) {
    const result = await runInTransaction(db, async (tx) => await replay(tx, serviceId, receipt));
    if (result !== undefined) outcomes.push({ receipt, result });
  }
  return outcomes.filter((outcome) => !isSuperseded(outcome, outcomes));
}

type ChainEnd = Pick<DeletionReceipt, 'id' | 'digest'>;

/**
 * Checks that each receipt follows the receipt before it, and that the receipts start no later than the end of the
 * chain in the database.
 */
function checkChain(receipts: readonly DeletionReceipt[], end: ChainEnd): void {
  const [firstReceipt] = receipts;
  if (firstReceipt === undefined) return;
  if (firstReceipt.id > end.id + 1)
    throw new OperatorError(`The receipts start after the end of the chain, which is ${end.id}.`);
  // The receipt before one within the chain was not exported; the receipt at `end` is compared instead.
  let previous = firstReceipt.id === end.id + 1 ? end : undefined;
  for (const receipt of receipts) {
    if (previous !== undefined && !isNext(receipt, previous))
      throw new OperatorError(`Receipt ${receipt.id} does not follow the one before it.`);
    if (receipt.id === end.id && receipt.digest !== end.digest)
      throw new OperatorError(`Receipt ${receipt.id} differs from the receipt in the database.`);
    previous = receipt;
  }
}

function isNext(receipt: DeletionReceipt, previous: ChainEnd): boolean {
  return (
    receipt.id === previous.id + 1 && digestReceipt(receipt, previous.digest) === receipt.digest
  );
}

/**
 * Replays one receipt. Returns undefined when the database contains it. Throws OperatorError when another process adds
 * receipts.
 */
async function replay(
  tx: Db,
  serviceId: number,
  receipt: DeletionReceipt,
): Promise<ReplayOutcome['result'] | undefined> {
  // Locks the counter until the commit, so that no other receipt is added.
  const next = await allocateIds(tx, { serviceId, kind: 'deletion_receipt', count: 0 });
  if (receipt.id < next) return undefined;
  if (receipt.id > next)
    throw new OperatorError(
      'Another process is adding receipts to the chain. Run the command again.',
    );
  const { businessId } = receipt;
  // Ids that were assigned after the backup are not assigned again.
  await raiseLastId(tx, { serviceId, kind: 'business', lastId: businessId });
  await raiseLastId(tx, { serviceId, kind: 'deletion_receipt', lastId: receipt.id });
  await insertReceipt(tx, serviceId, receipt);
  return await replayDeletion(tx, serviceId, receipt);
}

async function replayDeletion(
  tx: Db,
  serviceId: number,
  receipt: DeletionReceipt,
): Promise<ReplayOutcome['result']> {
  const { businessId, deleteMode: mode, id: receiptId } = receipt;
  if (mode === 'missing') return await resolveUnreplayable(tx, serviceId, businessId);
  const target = { serviceId, businessId, mode };
  const locked = await lockForCompletion(tx, toCompletionScope(target));
  if (locked === undefined) return 'gone';
  // The business was created after the completion: another one with the same id.
  if (locked.createdAt > receipt.completedAt) return 'left';
  if (!(await wouldDeleteSameCount(tx, { serviceId, mode, receipt }))) return 'left';
  const { needsCustomPlan } = locked;
  const { counts, countChange } = await deleteInMode(
    tx,
    { ...target, needsCustomPlan },
    sendNoExtraStatement,
  );
  await recordChange(tx, {
    audit: {
      serviceId,
      action: 'business_completed',
      userId: null,
      apiKeyId: null,
      requestId: null,
      details: { businessId, mode, receiptId, replayed: true, ...counts },
    },
    event: { serviceId, type: 'business_completed', businessId, receiptId },
    counts: countChange,
  });
  return 'deleted';
}

const sendNoExtraStatement = async (): Promise<void> => await Promise.resolve();

/**
 * Returns the result for a deletion by an upsert, which cannot be replayed because the deleted participants are
 * unknown.
 */
async function resolveUnreplayable(
  tx: Db,
  serviceId: number,
  businessId: number,
): Promise<ReplayOutcome['result']> {
  const locked = await lockBusiness(tx, serviceId, businessId);
  return locked === undefined ? 'gone' : 'left';
}

type ReplayedDeletion = { serviceId: number; mode: DeleteMode; receipt: DeletionReceipt };

/**
 * True when the deletion would remove as many participants as the receipt states. Mode `all` needs no check; in the
 * other modes, a folio may have changed since the backup.
 */
async function wouldDeleteSameCount(
  tx: Db,
  { serviceId, mode, receipt }: ReplayedDeletion,
): Promise<boolean> {
  if (mode === 'all') return true;
  const { businessId } = receipt;
  const { participants, deletesBusiness } = getCompletionRule(mode);
  const scope = { serviceId, businessId, participants };
  const counts = await countDeletion(tx, scope, { deletesBusiness });
  return counts?.participants === receipt.deletedParticipantCount;
}

/** True when the deletion was skipped and a later receipt deleted the whole business. */
function isSuperseded(
  { receipt, result }: ReplayOutcome,
  outcomes: readonly ReplayOutcome[],
): boolean {
  if (result !== 'left') return false;
  return outcomes.some(
    (later) =>
      later.receipt.businessId === receipt.businessId &&
      later.receipt.id > receipt.id &&
      later.receipt.businessDeleted &&
      later.result !== 'left',
  );
}
