import { hash } from 'node:crypto';
import type { RequestContext } from '../../context.ts';
import {
  insertReceipt,
  type ReceiptPlace,
  takeReceiptPlace,
} from '../../db/queries/records/deletion-receipts.ts';
import { runPipelined } from '../../db/statements/run-pipelined.ts';
import { type DeletionReceipt, getReceiptVersion } from '../../domain/business/completion.ts';

export type ReceiptContent = Omit<DeletionReceipt, 'id' | 'completedAt' | 'digest'>;

/** Before the first receipt of a service there is nothing. */
export const CHAIN_START = '';

/** Adds a receipt to the end of the service's chain. */
export async function appendReceipt(
  tx: RequestContext,
  content: ReceiptContent,
): Promise<DeletionReceipt> {
  const { serviceId } = tx.caller;
  const place = await runPipelined(
    tx.db,
    async (run) => await takeReceiptPlace(tx.db, run, serviceId),
  );
  return await writeReceipt(tx, place, content);
}

/** Writes a receipt at a place of the chain that this transaction has taken; at the latest with the commit. */
export async function writeReceipt(
  tx: RequestContext,
  { id, previousDigest }: ReceiptPlace,
  content: ReceiptContent,
): Promise<DeletionReceipt> {
  const receipt = { ...content, id, completedAt: new Date() };
  const digest = digestReceipt(receipt, previousDigest ?? CHAIN_START);
  await insertReceipt(tx.db, tx.caller.serviceId, { ...receipt, digest });
  return { ...receipt, digest };
}

/** One that the same caller's earlier request wrote: receipts are never deleted, so it is a fault where it is missing. */
export async function getReceipt(tx: RequestContext, id: number): Promise<DeletionReceipt> {
  const receipt = await tx.loaders.receipt.load(id);
  if (receipt === undefined) throw new Error('A deletion has lost its receipt.');
  return receipt;
}

/**
 * The digest of a receipt that follows another: hexadecimal SHA-256 over both, in a fixed order. From version 2 on it begins
 * with a word in the place of an id, so that no receipt of one version can pass for one of the other.
 */
export function digestReceipt(
  receipt: Omit<DeletionReceipt, 'digest'>,
  previousDigest: string,
): string {
  const { deletedFound: found, deletedKept: kept } = receipt;
  const counts = [
    ...(found === null ? [] : [found.matches, found.screenings, found.reports]),
    ...(kept === null ? [] : [kept.consents, kept.extractions, kept.files]),
  ];
  const version = getReceiptVersion(receipt);
  const content = [
    previousDigest,
    ...(version === 1 ? [] : [`version ${version}`]),
    receipt.id,
    receipt.businessId,
    receipt.deleteMode,
    receipt.deletedParticipantCount,
    receipt.deletedDocumentCount,
    ...counts,
    receipt.businessDeleted,
    receipt.completedByUserId,
    receipt.completedAt.toISOString(),
  ];
  return hash('sha256', JSON.stringify(content));
}
