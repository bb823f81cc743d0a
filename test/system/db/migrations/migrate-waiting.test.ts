import { beforeAll, expect, it } from 'vitest';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { addManyPersons, withFurther } from '../../../support/database/migrations.ts';
import { untilWaiting } from '../../../support/probes/locks.ts';

const database = useDatabase();
beforeAll(async () => await addManyPersons(database.db));

const READERS = 4;
const HELD_MS = 4_000;
const WIDER = { '9000-wider': ['alter table persons add column spare text'] };

/** Reads on several connections until it is stopped; answers how often, and the longest wait in milliseconds. */
function startReading(): { stop: () => Promise<{ reads: number; worstMs: number }> } {
  const over = new AbortController();
  const seen = { reads: 0, worstMs: 0 };
  const readOn = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      await database.pool.query('select id from persons where service_id = 1 and id = 7');
      seen.reads += 1;
      seen.worstMs = Math.max(seen.worstMs, performance.now() - startedAt);
    }
  };
  const all = Promise.all(Array.from({ length: READERS }, readOn));
  return {
    stop: async () => {
      over.abort();
      await all;
      return seen;
    },
  };
}

it('a command that waits for a long transaction keeps readers for less than 1.5 s, and is done when that ends', async () => {
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('select from persons limit 1');
  const reading = startReading();
  const migrations = withFurther(WIDER);
  const reports: string[] = [];
  const report = (message: string): number => reports.push(message);
  let isDone = false;
  const migrating = migrateUp(database.db, { migrations, report }).finally(() => {
    isDone = true;
  });
  await untilWaiting(database.db);
  await new Promise((resolve) => setTimeout(resolve, HELD_MS));
  expect(isDone).toBe(false);
  await holder.query('rollback');
  holder.release();
  expect(await migrating).toEqual(['9000-wider']);
  const { reads, worstMs } = await reading.stop();
  console.info(
    `${reads} reads beside an ALTER that waited ${HELD_MS} ms; the longest ${worstMs} ms.`,
  );
  expect(worstMs).toBeLessThan(1_500);
  expect(reads).toBeGreaterThan(100);
}, 30_000);
