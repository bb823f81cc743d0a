import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { addManyPersons, withFurther } from '../../../support/database/migrations.ts';
import { untilWaiting } from '../../../support/probes/locks.ts';

const database = useDatabase();
beforeAll(async () => await addManyPersons(database.db));

const READERS = 4;
/** More reads than can be under way when the ALTER begins to wait. */
const READS_WANTED = 1_000;
const WIDER = { '9000-wider': ['alter table persons add column spare text'] };

type Reading = {
  /** Number of reads that began after the given time, as of performance.now(), and have ended. */
  countSince: (startedAt: number) => number;
  stop: () => Promise<{ longestMs: number }>;
};

/** Reads on several connections until it is stopped. */
function startReading(): Reading {
  const over = new AbortController();
  const reads: { startedAt: number; tookMs: number }[] = [];
  const readOn = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      await database.pool.query('select id from persons where service_id = 1 and id = 7');
      reads.push({ startedAt, tookMs: performance.now() - startedAt });
    }
  };
  const all = Promise.all(Array.from({ length: READERS }, readOn));
  return {
    countSince: (since) => reads.filter(({ startedAt }) => startedAt > since).length,
    stop: async () => {
      over.abort();
      await all;
      return { longestMs: Math.max(...reads.map(({ tookMs }) => tookMs)) };
    },
  };
}

it('a command that waits for a long transaction lets readers through meanwhile, and is done when that ends', async () => {
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('select from persons limit 1');
  let isHeld = true;
  const closeHolder = (): void => {
    if (isHeld) holder.release(true);
    isHeld = false;
  };
  const reading = startReading();
  onTestFinished(async () => {
    closeHolder();
    await reading.stop();
  });
  let isDone = false;
  const options = { migrations: withFurther(WIDER), report: () => undefined };
  const migrating = migrateUp(database.db, options).finally(() => {
    isDone = true;
  });
  await untilWaiting(database.db);
  // A read that begins now waits behind the ALTER, until that gives up its place in the queue for the lock.
  const since = performance.now();
  await expect.poll(() => reading.countSince(since)).toBeGreaterThan(READS_WANTED);
  expect(isDone).toBe(false);
  closeHolder();
  expect(await migrating).toEqual(['9000-wider']);
  const { longestMs } = await reading.stop();
  console.info(`The longest read beside an ALTER that waited took ${longestMs} ms.`);
});
