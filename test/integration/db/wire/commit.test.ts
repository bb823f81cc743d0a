import { AbortedTransactionError, sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();

beforeAll(async () => {
  await sql`create table commits (id integer unique deferrable initially deferred)`.execute(
    database.db,
  );
});

beforeEach(async () => {
  await sql`truncate commits`.execute(database.db);
});

async function countCommitted(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from commits`.execute(database.db);
  return rows[0]?.count ?? 0;
}

it('tells of a COMMIT that fails, and goes on with the next transaction', async () => {
  const twice = database.db.transaction().execute(async (tx) => {
    await sql`insert into commits values (1), (1)`.execute(tx);
  });
  await expect(twice).rejects.toThrow('duplicate key value');
  expect(await countCommitted()).toBe(0);
  await database.db.transaction().execute(async (tx) => {
    await sql`insert into commits values (1)`.execute(tx);
  });
  expect(await countCommitted()).toBe(1);
});

it('tells of a COMMIT that is answered with ROLLBACK, where nobody told of what had failed', async () => {
  const silent = database.db.transaction().execute(async (tx) => {
    await sql`insert into commits values (2)`.execute(tx);
    await sql`select 1 / 0`.execute(tx).catch(() => undefined);
  });
  await expect(silent).rejects.toThrow(AbortedTransactionError);
  expect(await countCommitted()).toBe(0);
});
