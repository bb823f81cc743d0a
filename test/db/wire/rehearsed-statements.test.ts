import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { runInTransaction } from '../../../src/db/transaction.ts';
import { recorded, WorkRecord } from '../../../src/record/work-record.ts';
import { useDatabase } from '../../support/database.ts';

const database = useDatabase();
const SET_OF_PLANS = `select current_setting('plan_cache_mode') as mode`;

async function rehearse<T>(work: () => Promise<T>): Promise<T> {
  const record = new WorkRecord();
  record.isRehearsal = true;
  return await recorded(record, work);
}

it('a rehearsal is planned for anybody, and nothing else on its connection', async () => {
  await database.db.connection().execute(async (db) => {
    const ask = async () => (await db.executeQuery(CompiledQuery.raw(SET_OF_PLANS))).rows;
    expect(await rehearse(ask)).toEqual([{ mode: 'force_generic_plan' }]);
    expect(await ask()).toEqual([{ mode: 'auto' }]);
  });
});

it('a transaction of a rehearsal fails as every other does, and leaves its connection as it was', async () => {
  await database.db.connection().execute(async (db) => {
    const fail = async (): Promise<unknown> =>
      await runInTransaction(db, async (tx) => {
        await tx.executeQuery(CompiledQuery.raw('select 1 / $1::integer', [0]));
      });
    await expect(rehearse(fail)).rejects.toThrow('division by zero');
    const { rows } = await db.executeQuery(CompiledQuery.raw('select 1 as one'));
    expect(rows).toEqual([{ one: 1 }]);
  });
});
