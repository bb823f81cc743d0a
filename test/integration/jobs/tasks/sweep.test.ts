import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SystemContext } from '../../../../src/context.ts';
import type { Db } from '../../../../src/db/client.ts';
import { deleteExpiredKeys } from '../../../../src/db/queries/records/idempotency-keys.ts';
import { NO_SERVICE } from '../../../../src/domain/shared/job.ts';
import { createSweepTask, SWEEPS } from '../../../../src/jobs/tasks/sweep.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { makeTools } from '../../../support/gateway/jobs.ts';

const database = useDatabase();

beforeEach(async () => {
  await database.db.deleteFrom('idempotency_keys').execute();
});

function createSystemContext(signal = new AbortController().signal): SystemContext {
  return { ...makeTools(database.db), serviceId: NO_SERVICE, signal };
}

async function addKeys(db: Db, { count, age }: { count: number; age: string }): Promise<void> {
  const { serviceId } = await createTestService(db, await createTestTokens(db));
  await sql`
    insert into idempotency_keys (service_id, key_hash, operation, input_digest, created_at)
    select ${serviceId}, int4send(n), 'upsertBusiness', 'x', now() - ${age}::interval
    from generate_series(1, ${count}::integer) n
  `.execute(db);
}

async function countKeys(): Promise<number> {
  const query = database.db.selectFrom('idempotency_keys');
  const counted = query.select((eb) => eb.fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

describe('a sweep', () => {
  it('deletes the keys of every service that are older than 24 hours, and no other', async () => {
    const { db } = database;
    await addKeys(db, { count: 3, age: '24 hours 1 second' });
    await addKeys(db, { count: 2, age: '23 hours 59 minutes' });
    await addKeys(db, { count: 1, age: '7 days' });
    for (const task of SWEEPS) await task.run(createSystemContext(), {});
    expect(await countKeys()).toBe(2);
  });

  it('deletes thousands, in batches of a thousand', async () => {
    await addKeys(database.db, { count: 3500, age: '2 days' });
    const batches: number[] = [];
    const deleteExpired = async (one: Db, max: number): Promise<number> => {
      const deleted = await deleteExpiredKeys(one, max);
      batches.push(deleted);
      return deleted;
    };
    await createSweepTask({ name: 'sweep_keys', deleteExpired }).run(createSystemContext(), {});
    expect(batches).toEqual([1000, 1000, 1000, 500]);
    expect(await countKeys()).toBe(0);
  });

  it('begins no further batch once its worker stops', async () => {
    const stopping = new AbortController();
    let batches = 0;
    const deleteExpired = async (_db: Db, max: number): Promise<number> => {
      batches += 1;
      stopping.abort();
      return await Promise.resolve(max);
    };
    await createSweepTask({ name: 'sweep_keys', deleteExpired }).run(
      createSystemContext(stopping.signal),
      {},
    );
    expect(batches).toBe(1);
  });
});
