import { CompiledQuery, sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '../../../src/db/client.ts';
import { runInTransaction } from '../../../src/db/transaction.ts';
import { PLANNED_ANEW } from '../../../src/db/wire/planned-anew.ts';
import { useDatabase } from '../../support/database.ts';

const database = useDatabase();

async function modeOf(db: Db, front = sql``): Promise<string | undefined> {
  const asking = sql<{ mode: string }>`
    select ${front} current_setting('plan_cache_mode') as mode where ${1} = 1`;
  return (await asking.execute(db)).rows[0]?.mode;
}

it('a statement is planned for whatever values, from the first one of a connection on, and one that asks for it for its own', async () => {
  await database.db.connection().execute(async (db) => {
    expect(await modeOf(db)).toBe('force_generic_plan');
    expect(await modeOf(db, PLANNED_ANEW)).toBe('force_custom_plan');
    expect(await modeOf(db)).toBe('force_generic_plan');
    expect(await Promise.all([modeOf(db, PLANNED_ANEW), modeOf(db)])).toEqual([
      'force_custom_plan',
      'force_generic_plan',
    ]);
  });
});

it('so it is in a transaction, also after one has gone back', async () => {
  await runInTransaction(database.db, async (tx) => {
    expect(await modeOf(tx, PLANNED_ANEW)).toBe('force_custom_plan');
    await sql`savepoint before`.execute(tx);
    expect(await modeOf(tx)).toBe('force_generic_plan');
    await sql`rollback to savepoint before`.execute(tx);
    expect(await modeOf(tx)).toBe('force_generic_plan');
  });
});

it('a transaction that fails leaves its connection as it was', async () => {
  await database.db.connection().execute(async (db) => {
    const failing = runInTransaction(db, async (tx) => {
      await tx.executeQuery(CompiledQuery.raw('select 1 / $1::integer', [0]));
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await modeOf(db)).toBe('force_generic_plan');
  });
});
