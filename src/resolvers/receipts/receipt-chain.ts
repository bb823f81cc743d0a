import { hash } from 'node:crypto';
import type { RequestContext } from '../../context.ts';
import {
  allocateChainPosition,
  type ChainPosition,
  insertReceipt,
} from '../../db/queries/records/deletion-receipts.ts';
import { runPipelined } from '../../db/statements/run-pipelined.ts';
import { type DeletionReceipt, getReceiptVersion } from '../../domain/business/completion.ts';

export type ReceiptContent = Omit<DeletionReceipt, 'id' | 'completedAt' | 'digest'>;

/** Previous digest of the first receipt of a service. */
export const CHAIN_START = '';

/** Adds a receipt to the end of the service's chain. */
export async function appendReceipt(
  tx: RequestContext,
  content: ReceiptContent,
): Promise<DeletionReceipt> {
  const { serviceId } = tx.caller;
  const position = await runPipelined(
    tx.db,
    async (run) => await allocateChainPosition(tx.db, run, serviceId),
  );
  return await writeReceipt(tx, position, content);
}

/** Writes a receipt at a position of the chain that this transaction has allocated. */
export async function writeReceipt(
  tx: RequestContext,
  { id, previousDigest }: ChainPosition,
  content: ReceiptContent,
): Promise<DeletionReceipt> {
  const receipt = { ...content, id, completedAt: new Date() };
  const digest = digestReceipt(receipt, previousDigest ?? CHAIN_START);
  await insertReceipt(tx.db, tx.caller.serviceId, { ...receipt, digest });
  return { ...receipt, digest };
}

/**
 * Returns a receipt that an earlier request of the same caller wrote. Receipts are never deleted, so a missing receipt
 * is an internal error.
 */
export async function getStoredReceipt(tx: RequestContext, id: number): Promise<DeletionReceipt> {
  const receipt = await tx.loaders.receipt.load(id);
  if (receipt === undefined) throw new Error('The receipt of a deletion is missing.');
  return receipt;
}

/**
 * Computes the digest of a receipt: hexadecimal SHA-256 over the preceding digest and the content in a fixed order.
 * From version 2 on, the hashed content has a word where version 1 has an id, so that receipts of different versions
 * never have the same content.
 */
export function digestReceipt(
  receipt: Omit<DeletionReceipt, 'digest'>,
  previousDigest: string,
): string {
  const { deletedScreeningCounts: screening, deletedEvidenceCounts: evidence } = receipt;
  const counts = [
    ...(screening === null ? [] : [screening.matches, screening.screenings, screening.reports]),
    ...(evidence === null ? [] : [evidence.consents, evidence.extractions, evidence.files]),
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
