import { describe, expect, it } from 'vitest';
import { getReads, shareReads } from '../../../../src/db/loaders/reads.ts';
import { runInTransaction } from '../../../../src/db/transaction.ts';
import { runInWorkScope, WorkScope } from '../../../../src/runtime/work-scope.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();

function recordOf(serviceId: number): WorkScope {
  const record = new WorkScope();
  record.serviceId = serviceId;
  return record;
}

describe('the record of what is under way', () => {
  it('counts a statement that many wait for once for each of them', async () => {
    const { db } = database;
    shareReads(db);
    const records = [1, 2, 3].map(() => recordOf(1));
    const nobody = new WorkScope();
    await runInWorkScope(nobody, async () => {
      await Promise.all(
        records.map(
          async (record, place) =>
            await runInWorkScope(record, async () => await getReads(db).businesses(1, [place])),
        ),
      );
    });
    expect(records.map((record) => record.statements)).toEqual([1, 1, 1]);
    expect(nobody.statements).toBe(0);
    for (const record of records) expect(record.databaseWaitMs).toBeGreaterThan(0);
  });

  it('counts a statement that fails for many, and the one that each sends then', async () => {
    const { db } = database;
    shareReads(db);
    const records = [1, 2].map(() => recordOf(1));
    const wrong = Number.NaN;
    const reads = records.map((record) =>
      runInWorkScope(record, async () => await getReads(db).businesses(1, [wrong])),
    );
    const settled = await Promise.allSettled(reads);
    expect(settled.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    expect(records.map((record) => record.statements)).toEqual([2, 2]);
  });

  it('counts what a transaction begins and ends with, and not what is sent beside it', async () => {
    const { db } = database;
    const [own, other] = [new WorkScope(), new WorkScope()];
    const read = async (): Promise<void> => {
      await db.selectFrom('services').select('id').execute();
    };
    await Promise.all([
      runInWorkScope(own, async () => await runInTransaction(db, read)),
      runInWorkScope(other, read),
    ]);
    expect([own.statements, other.statements]).toEqual([3, 1]);
  });

  it('counts the time of two statements at once as one', async () => {
    const record = new WorkScope();
    record.beginDatabaseWait();
    record.beginDatabaseWait();
    record.endDatabaseWait();
    expect(record.databaseWaitMs).toBe(0);
    await Promise.resolve();
    record.endDatabaseWait();
    expect(record.databaseWaitMs).toBeGreaterThan(0);
  });
});
