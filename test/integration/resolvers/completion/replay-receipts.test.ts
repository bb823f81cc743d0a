import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../../../src/db/client.ts';
import { findLastId } from '../../../../src/db/queries/records/id-counters.ts';
import type {
  DeleteMode,
  DeletionReceipt,
  ScreeningCounts,
} from '../../../../src/domain/business/completion.ts';
import { completeBusiness } from '../../../../src/resolvers/completion/complete-business.ts';
import { replayReceipts } from '../../../../src/resolvers/completion/replay-receipts.ts';
import { digestReceipt } from '../../../../src/resolvers/receipts/receipt-chain.ts';
import { listChain, verifyReceipts } from '../../../../src/resolvers/receipts/verify-receipts.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';

/** What was served until the fault, and what its backup was restored to. */
const served = useDatabase();
const restored = useDatabase();

const BEFORE = new Date('2026-01-01T00:00:00Z');
const FOLIO = { legalActFolio: 'F-1' };

/** What stood in both when the backup was made; two services, so that one shows what the other is spared. */
async function stock(db: Db): Promise<{ service: TestService; other: TestService }> {
  const tokens = await createTestTokens(db);
  const service = await createTestService(db, tokens);
  const other = await createTestService(db, tokens);
  for (const { serviceId } of [service, other]) {
    for (const id of [1, 2, 3, 4]) {
      const participants = [{ ...FOLIO, documents: [['INE', null] as [string, null]] }, {}, {}];
      await makeBusiness(db, serviceId, { id, createdAt: BEFORE, participants });
    }
  }
  return { service, other };
}

async function count(db: Db, serviceId: number, id: number): Promise<string> {
  const businesses = await db
    .selectFrom('businesses')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .execute();
  const participants = await db
    .selectFrom('participants')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('business_id', '=', id)
    .execute();
  return `${businesses.length}/${participants.length}`;
}

const receipts: DeletionReceipt[] = [];
let now: { service: TestService; other: TestService };

beforeAll(async () => {
  const { service } = await stock(served.db);
  const ctx = await createTestContext(served.db, service);
  const complete = async (id: number, deleteMode: DeleteMode) =>
    await completeBusiness(ctx, { business: { databaseId: id }, deleteMode });
  await complete(1, 'all');
  await complete(2, 'without_folio');
  // Between backup and deletion somebody got a folio.
  const { id } = await served.db
    .selectFrom('participants')
    .select('id')
    .where('service_id', '=', service.serviceId)
    .where('business_id', '=', 3)
    .where('legal_act_folio', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await served.db
    .updateTable('participants')
    .set({ legal_act_folio: 'F-2' })
    .where('service_id', '=', service.serviceId)
    .where('id', '=', id)
    .execute();
  await complete(3, 'without_folio');
  await makeBusiness(served.db, service.serviceId, { id: 9, participants: [{}] });
  await complete(9, 'all');
  const chain = listChain(served.db, { service: service.service, after: 0 });
  for await (const receipt of chain) receipts.push(receipt);
});

beforeEach(async () => {
  now = await stock(restored.db);
});

const replay = async (kept: DeletionReceipt[]) =>
  (await replayReceipts(restored.db, { service: now.service.service, receipts: kept })).map(
    ({ receipt, result }) => [receipt.businessId, result],
  );

describe('receipts that were kept', () => {
  it('are refused where they are not the next of the chain, and nothing is deleted', async () => {
    const [first, second, third] = receipts;
    if (!first || !second || !third) throw new Error('There are three at least.');
    await expect(replay([second])).rejects.toThrow('The receipts start after the end of the chain');
    await expect(replay([first, third])).rejects.toThrow('Receipt 3 does not follow');
    await expect(replay([first, { ...second, businessId: 4 }])).rejects.toThrow(
      'Receipt 2 does not follow',
    );
    expect(await count(restored.db, now.service.serviceId, 1)).toBe('1/3');
  });

  it('delete again what they took, and leave what they would take otherwise', async () => {
    const { serviceId } = now.service;
    expect(await replay(receipts.slice(0, 2))).toEqual([
      [1, 'deleted'],
      [2, 'deleted'],
    ]);
    // The whole of them again, as after a run that was broken off.
    expect(await replay(receipts)).toEqual([
      [3, 'left'],
      [9, 'gone'],
    ]);
    expect(await replay(receipts)).toEqual([]);
    const left = await Promise.all([1, 2, 3, 4].map((id) => count(restored.db, serviceId, id)));
    expect(left).toEqual(['0/0', '1/1', '1/3', '1/3']);
    const others = [1, 2, 3, 4].map((id) => count(restored.db, now.other.serviceId, id));
    expect(await Promise.all(others)).toEqual(['1/3', '1/3', '1/3', '1/3']);
  });

  it('end the chain as it ended, and give no id out again', async () => {
    await replay(receipts);
    const last = receipts.at(-1);
    const known = last === undefined ? [] : [{ id: last.id, digest: last.digest }];
    expect(
      await verifyReceipts(restored.db, { service: now.service.service, known }),
    ).toMatchObject({
      receiptCount: 4,
      fault: undefined,
    });
    const { serviceId } = now.service;
    expect(await findLastId(restored.db, { serviceId, kind: 'business' })).toBe(9);
  });

  it('spare a business that came after them under the same id', async () => {
    const { serviceId, service } = now.other;
    const younger = receipts[0];
    if (younger === undefined) throw new Error('There is one.');
    await restored.db
      .updateTable('businesses')
      .set({ created_at: new Date(younger.completedAt.getTime() + 1000) })
      .where('service_id', '=', serviceId)
      .where('id', '=', 1)
      .execute();
    const outcomes = await replayReceipts(restored.db, { service, receipts: [younger] });
    expect(outcomes.map(({ result }) => result)).toEqual(['left']);
    expect(await count(restored.db, serviceId, 1)).toBe('1/3');
  });

  it('of both versions follow each other', async () => {
    const { serviceId, userId, service } = now.other;
    const [first] = receipts;
    if (first === undefined) throw new Error('There is one.');
    const follow = (before: DeletionReceipt, found: ScreeningCounts | null): DeletionReceipt => {
      const id = before.id + 1;
      // The first of the chain is of business 1.
      const content = {
        ...first,
        id,
        businessId: id,
        deletedScreeningCounts: found,
        deletedEvidenceCounts: null,
        completedByUserId: userId,
      };
      return { ...content, digest: digestReceipt(content, before.digest) };
    };
    const second = follow(first, null);
    const third = follow(second, { matches: 1, screenings: 2, reports: 3 });
    const forged = { ...third, deletedScreeningCounts: null };
    const replayed = async (kept: DeletionReceipt[]) =>
      (await replayReceipts(restored.db, { service, receipts: kept })).map(({ result }) => result);
    expect(await replayed([first])).toEqual(['deleted']);
    await expect(replayed([second, forged])).rejects.toThrow('Receipt 3 does not follow');
    expect(await replayed([second, third])).toEqual(['deleted', 'deleted']);
    expect(await count(restored.db, serviceId, 3)).toBe('0/0');
    const chain = { service, known: [] };
    expect(await verifyReceipts(restored.db, chain)).toMatchObject({ fault: undefined });
    const kept: DeletionReceipt[] = [];
    for await (const one of listChain(restored.db, { service, after: 1 })) kept.push(one);
    expect(kept).toEqual([second, third]);
  });
});
