import { AbortedTransactionError, sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '../../../../src/db/client.ts';
import { runStagedTransaction } from '../../../../src/db/staging/staged-transaction.ts';
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

/** Ends the transaction's connection from outside and fails for another reason: its ROLLBACK then fails too. */
async function failWithoutConnection(tx: Db): Promise<never> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}, 10000)`.execute(database.db);
  throw new Error('The reason.');
}

it('tells why a transaction failed, not that its ROLLBACK failed too, and goes on with the next', async () => {
  const failing = database.db.transaction().execute(failWithoutConnection);
  await expect(failing).rejects.toThrow('The reason.');
  expect(await countCommitted()).toBe(0);
});

it('keeps the reason of a staged transaction whose ROLLBACK failed too', async () => {
  const failing = runStagedTransaction(database.pool, {
    stage: async () => await Promise.resolve(),
    merge: failWithoutConnection,
    end: 'keep',
  });
  const error: unknown = await failing.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'OperatorError', cause: { message: 'The reason.' } });
  expect(await countCommitted()).toBe(0);
});
