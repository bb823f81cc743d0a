import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../../../src/db/client.ts';
import { runInTransaction } from '../../../../src/db/transaction.ts';
import { customPlanHint } from '../../../../src/db/wire/plan-hint.ts';
import { withinService } from '../../../../src/runtime/work-scope.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';

const database = useDatabase();

async function modeOf(db: Db, front = sql``): Promise<string | undefined> {
  const asking = sql<{ mode: string }>`
    select ${front} current_setting('plan_cache_mode') as mode where ${1} = 1`;
  return (await asking.execute(db)).rows[0]?.mode;
}

it('a statement is planned for whatever values, from the first one of a connection on, and one that asks for it for its own', async () => {
  await database.db.connection().execute(async (db) => {
    expect(await modeOf(db)).toBe('force_generic_plan');
    expect(await modeOf(db, customPlanHint('businesses'))).toBe('force_custom_plan');
    expect(await modeOf(db)).toBe('force_generic_plan');
    expect(await Promise.all([modeOf(db, customPlanHint('businesses')), modeOf(db)])).toEqual([
      'force_custom_plan',
      'force_generic_plan',
    ]);
  });
});

it('so it is in a transaction, also after one has gone back', async () => {
  await runInTransaction(database.db, async (tx) => {
    expect(await modeOf(tx, customPlanHint('businesses'))).toBe('force_custom_plan');
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

async function addBusinesses(serviceId: number): Promise<void> {
  await sql`insert into businesses (service_id, id, external_id, code)
    select ${serviceId}::integer, n, n, 'B-' || n from generate_series(1, 1000) n`.execute(
    database.db,
  );
}

async function modesOf(db: Db, serviceId: number, front = customPlanHint('businesses')) {
  return await withinService(serviceId, async () => {
    const first = await modeOf(db, front);
    // It is asked behind the first, and the answer is known behind whatever comes next.
    await modeOf(db);
    return [first, await modeOf(db, front)];
  });
}

describe('a statement that is planned by the rows of its service', () => {
  let counted = 0;
  let uncounted = 0;
  let small = 0;

  beforeAll(async () => {
    const { db } = database;
    const tokens = await createTestTokens(db);
    ({ serviceId: counted } = await createTestService(db, tokens));
    await addBusinesses(counted);
    await sql`analyze businesses`.execute(db);
    ({ serviceId: uncounted } = await createTestService(db, tokens));
    await addBusinesses(uncounted);
    ({ serviceId: small } = await createTestService(db, tokens));
  });

  it('is planned for its values once it is known that PostgreSQL has counted them', async () => {
    const db = createDb(database.pool);
    expect(await modesOf(db, counted)).toEqual(['force_generic_plan', 'force_custom_plan']);
    expect(await modesOf(db, uncounted)).toEqual(['force_generic_plan', 'force_generic_plan']);
    expect(await modesOf(db, small)).toEqual(['force_generic_plan', 'force_custom_plan']);
    expect(await modesOf(db, counted)).toEqual(['force_custom_plan', 'force_custom_plan']);
  });

  it('is asked about outside of transactions, which an answer might end', async () => {
    const db = createDb(database.pool);
    await runInTransaction(db, async (tx) => {
      expect(await modesOf(tx, counted)).toEqual(['force_generic_plan', 'force_generic_plan']);
    });
    expect(await modesOf(db, counted)).toEqual(['force_generic_plan', 'force_custom_plan']);
  });

  it('is answered where nothing can be said of a table', async () => {
    const db = createDb(database.pool);
    const front = customPlanHint('services');
    expect(await modesOf(db, counted, front)).toEqual(['force_generic_plan', 'force_generic_plan']);
  });
});
