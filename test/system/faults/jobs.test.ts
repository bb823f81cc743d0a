import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDb } from '../../../src/db/client.ts';
import { migrateUp } from '../../../src/db/migrations/migrate.ts';
import { removeEmbedded, startEmbedded } from '../../../src/embedded-postgres/start.ts';
import { useDeleteStore } from '../../support/data/delete-store.ts';
import { useDatabase } from '../../support/database/database.ts';
import { findPgbouncer, startPgbouncer } from '../../support/database/pgbouncer.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { countDeletions, makeJobsDue, queueDeletion } from '../../support/gateway/jobs.ts';
import { createProxy } from '../../support/processes/proxy.ts';
import { startServe } from '../../support/processes/serve-process.ts';
import { startWork, type WorkProcess } from '../../support/processes/work-process.ts';

const database = useDatabase();
const store = useDeleteStore();
/** Waiting for a process is waiting for a machine that may be busy. */
const PATIENTLY = { interval: 20, timeout: 60_000 };
const POLL = { WORKER_POLL_MS: '50' };

beforeEach(() => {
  store.asked.length = 0;
});

async function work(env: Record<string, string> = {}): Promise<WorkProcess> {
  return await startWork({ DATABASE_URL: database.url, ...POLL, ...store.env(), ...env });
}

async function expectNoneLeft(db = database.db): Promise<void> {
  await expect.poll(async () => await countDeletions(db), PATIENTLY).toBe(0);
}

describe('a job', () => {
  it('of a worker that is killed is done once by the next, when half a minute is over', async () => {
    const { db } = database;
    store.holdUp();
    await queueDeletion(db, 'killed');
    const first = await work();
    await expect.poll(() => store.asked, PATIENTLY).toEqual(['killed']);
    await first.stop('SIGKILL');
    store.letGo();
    const second = await work();
    const job = db.selectFrom('jobs').select(['due_at', 'attempts']);
    const held = await job.where('task', '=', 'delete_bytes').executeTakeFirstOrThrow();
    expect(held.attempts).toBe(1);
    expect(held.due_at.getTime()).toBeGreaterThan(Date.now());
    expect(held.due_at.getTime()).toBeLessThan(Date.now() + 31_000);
    await makeJobsDue(db);
    await expectNoneLeft();
    expect(store.asked).toEqual(['killed', 'killed']);
    expect(await second.stop('SIGTERM')).toBe(0);
  });

  it('waits where WORKER is off, for a worker in a process of its own, which ends it before it stops', async () => {
    const gateway = startServe({
      DATABASE_URL: database.url,
      WORKER: 'off',
      ...POLL,
      ...nameFileFolder().env,
    });
    await gateway.url;
    await queueDeletion(database.db, 'waits');
    store.holdUp();
    const worker = await work();
    await expect.poll(() => store.asked, PATIENTLY).toEqual(['waits']);
    const job = database.db.selectFrom('jobs').select('attempts');
    const { attempts } = await job.where('key', '=', 'waits').executeTakeFirstOrThrow();
    // The gateway had all the time that the start of a process takes.
    expect(attempts).toBe(1);
    const stopping = worker.stop('SIGTERM');
    expect(await Promise.race([stopping, countDeletions(database.db)])).toBe(1);
    store.letGo();
    expect(await stopping).toBe(0);
    expect(await countDeletions(database.db)).toBe(0);
    expect(store.asked).toEqual(['waits']);
    expect(await gateway.stop('SIGTERM')).toBe(0);
  });

  it('outlives a PostgreSQL that stops and starts, and so does what was under way', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'participant-gateway-jobs-'));
    const settings = { fsync: 'off', full_page_writes: 'off' };
    let server = await startEmbedded({ dataDir, settings });
    const way = await createProxy(server.url);
    const db = createDb(createTestPool(way.url));
    await migrateUp(db);
    store.holdUp();
    await queueDeletion(db, 'under-way');
    await queueDeletion(db, 'later', { dueAt: new Date(Date.now() + 3_600_000) });
    const worker = await work({ DATABASE_URL: way.url });
    await expect.poll(() => store.asked, PATIENTLY).toEqual(['under-way']);
    await server.stop();
    store.letGo();
    await expect
      .poll(() => worker.logs(), PATIENTLY)
      .toContain('the outcome of a job could not be stored');
    server = await startEmbedded({ dataDir, settings });
    way.lead(server.url);
    await expect.poll(async () => await countDeletions(db).catch(() => 0), PATIENTLY).toBe(2);
    await makeJobsDue(db);
    await expectNoneLeft(db);
    expect(store.asked.toSorted()).toEqual(['later', 'under-way', 'under-way']);
    expect(await worker.stop('SIGTERM')).toBe(0);
    await db.destroy();
    await way.close();
    await server.stop();
    await removeEmbedded(dataDir);
  });

  it.skipIf(findPgbouncer() === undefined)(
    'is done once by two workers behind pgbouncer in transaction mode',
    async () => {
      const bouncer = await startPgbouncer(database.url);
      const env = { DATABASE_URL: bouncer.url, NAMED_STATEMENTS: 'off' };
      const workers = [await work(env), await work(env)];
      const keys = Array.from({ length: 30 }, (_, index) => `bounced-${index}`);
      for (const key of keys) await queueDeletion(database.db, key);
      await expectNoneLeft();
      expect(store.asked.toSorted()).toEqual(keys.toSorted());
      for (const worker of workers) expect(await worker.stop('SIGTERM')).toBe(0);
      await bouncer.stop();
    },
  );
});
