import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../../src/db/client.ts';
import { deleteExpiredKeys } from '../../../src/db/queries/records/idempotency-keys.ts';
import { startSweeper } from '../../../src/jobs/tasks/sweep.ts';
import { createLogger } from '../../../src/log.ts';
import { createTestService, createTestTokens } from '../../support/callers.ts';
import { createTestDatabase, useDatabase } from '../../support/database.ts';

const database = useDatabase();
const log = createLogger('silent');
/** Far longer than any test: only sweepNow sweeps. */
const NEVER_MS = 3_600_000;

beforeEach(async () => {
  await database.db.deleteFrom('idempotency_keys').execute();
});

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

describe('the sweeper', () => {
  it('deletes the keys of every service that are older than 24 hours, and no other', async () => {
    const { db } = database;
    await addKeys(db, { count: 3, age: '24 hours 1 second' });
    await addKeys(db, { count: 2, age: '23 hours 59 minutes' });
    await addKeys(db, { count: 1, age: '7 days' });
    const sweeper = startSweeper({ db, log, intervalMs: NEVER_MS });
    await sweeper.sweepNow();
    await sweeper.stop();
    expect(await countKeys()).toBe(2);
  });

  it('deletes thousands, in batches of a thousand', async () => {
    const { db } = database;
    await addKeys(db, { count: 3500, age: '2 days' });
    const batches: number[] = [];
    const sweeper = startSweeper({
      db,
      log,
      intervalMs: NEVER_MS,
      sweeps: [
        {
          name: 'counted',
          deleteExpired: async (one, max) => {
            const deleted = await deleteExpiredKeys(one, max);
            batches.push(deleted);
            return deleted;
          },
        },
      ],
    });
    await sweeper.sweepNow();
    await sweeper.stop();
    expect(batches).toEqual([1000, 1000, 1000, 500]);
    expect(await countKeys()).toBe(0);
  });

  it('begins no further batch once it is stopped, and stopping waits for the one under way', async () => {
    const { db } = database;
    const begun: string[] = [];
    const finished: string[] = [];
    const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const deleteExpired = async (_db: Db, max: number): Promise<number> => {
      begun.push('batch');
      hasStarted();
      await gate;
      finished.push('batch');
      return max;
    };
    const sweeps = [
      { name: 'first', deleteExpired },
      { name: 'second', deleteExpired },
    ];
    const sweeper = startSweeper({ db, log, intervalMs: NEVER_MS, sweeps });
    const sweeping = sweeper.sweepNow();
    await started;
    const stopping = sweeper.stop().then(() => finished.length);
    open();
    expect(await stopping).toBe(1);
    await sweeping;
    expect(begun).toEqual(['batch']);
  });

  it('sweeps at intervals by itself, and again after a fault', async () => {
    const { promise: swept, resolve } = Promise.withResolvers<void>();
    let runs = 0;
    const deleteExpired = async (): Promise<number> => {
      runs += 1;
      if (runs === 1) throw new Error('The database is away.');
      resolve();
      return await Promise.resolve(0);
    };
    const sweeps = [{ name: 'faulty', deleteExpired }];
    const sweeper = startSweeper({ db: database.db, log, intervalMs: 1, sweeps });
    await swept;
    await sweeper.stop();
    expect(runs).toBeGreaterThanOrEqual(2);
  });

  it('leaves a database that is gone to the next time, without an exception', async () => {
    const gone = await createTestDatabase();
    const sweeper = startSweeper({ db: gone.db, log, intervalMs: NEVER_MS });
    await gone.drop();
    await expect(sweeper.sweepNow()).resolves.toBeUndefined();
    await sweeper.stop();
  });
});
