import type { Db } from '../../db/client.ts';
import { listReceiptsAfter } from '../../db/queries/records/deletion-receipts.ts';
import { findLastId } from '../../db/queries/records/id-counters.ts';
import { readSnapshot } from '../../db/transaction.ts';
import type { DeletionReceipt } from '../../domain/business/completion.ts';
import { getServiceId } from '../service/get-service-id.ts';
import { CHAIN_START, digestReceipt } from './receipt-chain.ts';

/** Receipt whose digest was recorded outside of the gateway, in hexadecimal. */
export type KnownReceipt = { id: number; digest: string };

export type VerifyReceiptsInput = { service: string; known: readonly KnownReceipt[] };

/**
 * First position where the chain differs from what the gateway wrote. `altered`: the receipt does not follow the
 * receipt before it. `missing`: the receipt does not exist. `misplaced`: the receipt has the id `foundAt`. `added`: the
 * gateway never issued the receipt. `rewritten`: its digest differs from the recorded digest.
 */
export type ChainFault = {
  kind: 'altered' | 'missing' | 'misplaced' | 'added' | 'rewritten';
  receiptId: number;
  foundAt?: number;
};

export type ChainReport = {
  /** Number of consecutive valid receipts, from the first one. */
  receiptCount: number;
  /** Last valid receipt. */
  last: KnownReceipt | undefined;
  fault: ChainFault | undefined;
};

/**
 * Verifies a service's chain of deletion receipts from start to end, in one snapshot. The counter of ids gives the
 * expected end, so that receipts cut off there are detected. Throws OperatorError for an unknown service.
 */
export async function verifyReceipts(db: Db, input: VerifyReceiptsInput): Promise<ChainReport> {
  const serviceId = await getServiceId(db, input.service);
  return await readSnapshot(db, async (snapshot) => {
    const chain = { db: snapshot, serviceId };
    const report = await verifyChain(chain, input.known);
    if (report.fault !== undefined) return report;
    const lastId = await findLastId(snapshot, { serviceId, kind: 'deletion_receipt' });
    return { ...report, fault: findEndFault(report.receiptCount, lastId, input.known) };
  });
}

/**
 * Lists the receipts of a service after the id `after`, in the order of the chain. Throws OperatorError for an unknown
 * service.
 */
export async function* listChain(
  db: Db,
  { service, after }: { service: string; after: number },
): AsyncGenerator<DeletionReceipt, void, void> {
  yield* readChain({ db, serviceId: await getServiceId(db, service) }, after);
}

type Chain = { db: Db; serviceId: number };

const PAGE_SIZE = 1000;

async function* readChain(
  { db, serviceId }: Chain,
  after: number,
): AsyncGenerator<DeletionReceipt, void, void> {
  let id = after;
  for (;;) {
    const page = await listReceiptsAfter(db, serviceId, { id, limit: PAGE_SIZE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    id = last.id;
  }
}

async function verifyChain(
  chain: Chain,
  knownReceipts: readonly KnownReceipt[],
): Promise<ChainReport> {
  let last: KnownReceipt | undefined;
  let receiptCount = 0;
  // From the smallest id, so that an added receipt with an id below 1 is detected.
  for await (const receipt of readChain(chain, Number.MIN_SAFE_INTEGER)) {
    const expected = { id: receiptCount + 1, previousDigest: last?.digest ?? CHAIN_START };
    if (!isNext(receipt, expected))
      return { receiptCount, last, fault: await determineFault(chain, expected, receipt) };
    const { id, digest } = receipt;
    if (
      knownReceipts.some((knownReceipt) => knownReceipt.id === id && knownReceipt.digest !== digest)
    )
      return { receiptCount, last, fault: { kind: 'rewritten', receiptId: id } };
    receiptCount += 1;
    last = { id, digest };
  }
  return { receiptCount, last, fault: undefined };
}

type Expected = { id: number; previousDigest: string };

function isNext(receipt: DeletionReceipt, { id, previousDigest }: Expected): boolean {
  // A time that the gateway cannot have written, for example PostgreSQL's infinity, has no digest.
  if (!Number.isFinite(new Date(receipt.completedAt).getTime())) return false;
  return receipt.id === id && digestReceipt(receipt, previousDigest) === receipt.digest;
}

/** Determines the fault at the position of a receipt that is absent or does not fit. */
async function determineFault(
  chain: Chain,
  expected: Expected,
  receipt: DeletionReceipt,
): Promise<ChainFault> {
  if (receipt.id < expected.id) return { kind: 'added', receiptId: receipt.id };
  for await (const linked of readChain(chain, receipt.id - 1)) {
    if (isNext({ ...linked, id: expected.id }, expected))
      return { kind: 'misplaced', receiptId: expected.id, foundAt: linked.id };
  }
  return { kind: receipt.id === expected.id ? 'altered' : 'missing', receiptId: expected.id };
}

function findEndFault(
  receiptCount: number,
  lastId: number,
  knownReceipts: readonly KnownReceipt[],
): ChainFault | undefined {
  if (receiptCount < lastId) return { kind: 'missing', receiptId: receiptCount + 1 };
  if (receiptCount > lastId) return { kind: 'added', receiptId: lastId + 1 };
  const lost = knownReceipts.find((receipt) => receipt.id > lastId);
  return lost === undefined ? undefined : { kind: 'missing', receiptId: lost.id };
}
