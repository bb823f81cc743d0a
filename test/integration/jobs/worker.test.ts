import { PassThrough } from 'node:stream';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { queueJob } from '../../../src/db/queries/jobs/queue.ts';
import { createPeriodicTask, createQueuedTask, type JobTask } from '../../../src/jobs/task.ts';
import type { Worker } from '../../../src/jobs/worker.ts';
import { createLogger } from '../../../src/log.ts';
import { addService } from '../../../src/resolvers/service/add-service.ts';
import { useDatabase } from '../../support/database/database.ts';
import { listTablesHolding } from '../../support/database/tables.ts';
import {
  countDeletions,
  makeJobsDue,
  queueDeletion,
  startTestWorker,
} from '../../support/gateway/jobs.ts';
import { CANARY, CANARY_PATTERN } from '../../support/probes/canary.ts';
import { linesOf } from '../../support/probes/log-lines.ts';

const database = useDatabase();
const SOON = { interval: 5 };
const workers: Worker[] = [];
const A_NUMBER: unknown = expect.any(Number);
const A_TEXT: unknown = expect.any(String);

beforeAll(async () => {
  await addService(database.db, 'acme');
  await addService(database.db, 'other');
});
beforeEach(async () => {
  await database.db.deleteFrom('jobs').execute();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(workers.splice(0).map(async (one) => await one.stop()));
});

/** A task that does this with each key. */
function taskOf(run: (storageKey: string) => Promise<void>, attemptsMax = 3): JobTask {
  const payload = z.strictObject({ storageKey: z.string() });
  return createQueuedTask({
    name: 'delete_bytes',
    attemptsMax,
    payload,
    run: async (_ctx, { storageKey }) => await run(storageKey),
  });
}

function start(task: JobTask, parts: Partial<Parameters<typeof startTestWorker>[1]> = {}): Worker {
  const worker = startTestWorker(database.db, { tasks: [task], ...parts });
  workers.push(worker);
  return worker;
}

async function readJobs() {
  const columns = ['key', 'attempts', 'due_at', 'held_by', 'failed_at', 'error'] as const;
  return await database.db.selectFrom('jobs').select(columns).orderBy('key').execute();
}

/** Work that goes on until it is let go. */
function heldUp() {
  const begun: string[] = [];
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const run = async (key: string): Promise<void> => {
    begun.push(key);
    await promise;
  };
  return { begun, run, letGo };
}

describe('a job that fails', () => {
  it('is tried again, each time later, then left to the operator, and holds up no other', async () => {
    const { db } = database;
    const done: string[] = [];
    let logs = '';
    const output = new PassThrough().on('data', (chunk: Buffer) => {
      logs += chunk.toString();
    });
    const task = taskOf(async (key) => {
      if (key === 'poisoned') throw Object.assign(new TypeError(CANARY), { code: 'EAWAY' });
      await Promise.resolve(done.push(key));
    });
    await queueDeletion(db, 'poisoned');
    const worker = start(task, { tools: { log: createLogger('info', output) } });
    const delays: number[] = [];
    for (const attempts of [1, 2]) {
      const tried = async () => (await readJobs())[0];
      await expect.poll(tried, SOON).toMatchObject({ attempts, held_by: null, failed_at: null });
      delays.push(Number((await readJobs())[0]?.due_at) - Date.now());
      await queueDeletion(db, `other-${attempts}`);
      worker.wake();
      await expect.poll(() => done, SOON).toContain(`other-${attempts}`);
      await makeJobsDue(db);
      worker.wake();
    }
    expect(delays[0]).toBeGreaterThan(0);
    expect(delays[1]).toBeGreaterThan(delays[0] ?? 0);
    await expect.poll(async () => (await readJobs())[0]?.failed_at, SOON).toBeInstanceOf(Date);
    expect(await readJobs()).toMatchObject([
      { key: 'poisoned', attempts: 3, held_by: null, error: 'TypeError EAWAY' },
    ]);
    const lines = linesOf(logs).filter((line) => line.msg === 'job');
    const poisoned = lines.filter((line) => line['outcome'] !== 'done');
    expect(poisoned.map(({ level, attempts, outcome }) => [level, attempts, outcome])).toEqual([
      [40, 1, 'postponed'],
      [40, 2, 'postponed'],
      [50, 3, 'given_up'],
    ]);
    expect(lines).toContainEqual({
      level: 30,
      time: A_TEXT,
      job: A_NUMBER,
      task: 'delete_bytes',
      serviceId: A_NUMBER,
      attempts: 1,
      outcome: 'done',
      sql: 0,
      sqlMs: 0,
      durationMs: A_NUMBER,
      msg: 'job',
    });
    expect(logs).not.toMatch(CANARY_PATTERN);
    expect(await listTablesHolding(db, 'canario')).toEqual([]);
  });

  it('is not tried at all with a payload that is none of its task', async () => {
    const ran: string[] = [];
    const job = { serviceId: 1, task: 'delete_bytes', key: 'unfit', dueAt: new Date(0) } as const;
    await queueJob(database.db, { ...job, payload: { storageKey: 7 } });
    start(taskOf(async (key) => void (await Promise.resolve(ran.push(key)))));
    await expect.poll(async () => (await readJobs())[0]?.error, SOON).toBe('invalid_payload');
    expect(ran).toEqual([]);
  });

  it('has an end too where each attempt ends its process', async () => {
    const ran: string[] = [];
    await queueDeletion(database.db, 'kills');
    const killed = { attempts: 3, held_by: crypto.randomUUID(), due_at: new Date(0) };
    await database.db.updateTable('jobs').set(killed).execute();
    start(taskOf(async (key) => void (await Promise.resolve(ran.push(key)))));
    await expect.poll(async () => (await readJobs())[0]?.error, SOON).toBe('worker_lost');
    expect(ran).toEqual([]);
  });
});

describe('jobs', () => {
  it('are each done once by several workers', async () => {
    const done: string[] = [];
    const task = taskOf(async (key) => void (await Promise.resolve(done.push(key))));
    for (let index = 0; index < 40; index += 1) await queueDeletion(database.db, `x/${index}`);
    for (let count = 0; count < 3; count += 1) start(task);
    await expect.poll(async () => await countDeletions(database.db), SOON).toBe(0);
    expect(done).toHaveLength(40);
    expect(new Set(done).size).toBe(40);
  });

  it('are done once more where they are asked for again while they are done', async () => {
    const { begun, run, letGo } = heldUp();
    await queueDeletion(database.db, 'again');
    const worker = start(taskOf(run));
    await expect.poll(() => begun, SOON).toEqual(['again']);
    await queueDeletion(database.db, 'again');
    letGo();
    worker.wake();
    await expect.poll(() => begun, SOON).toEqual(['again', 'again']);
    await expect.poll(readJobs, SOON).toEqual([]);
  });

  it('of a service that has very many keep those of another waiting for a few only', async () => {
    const { db } = database;
    const done: string[] = [];
    for (let index = 0; index < 30; index += 1) await queueDeletion(db, `many/${index}`);
    await queueDeletion(db, 'few/1', { serviceId: 2 });
    start(
      taskOf(async (key) => void (await Promise.resolve(done.push(key)))),
      { jobsMax: 2 },
    );
    await expect.poll(() => done, SOON).toHaveLength(31);
    expect(done.indexOf('few/1')).toBeLessThan(4);
  });

  it('stay held for as long as they take', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { begun, run, letGo } = heldUp();
    await queueDeletion(database.db, 'long');
    start(taskOf(run));
    await expect.poll(() => begun, SOON).toEqual(['long']);
    const almostOver = new Date(Date.now() + 1_000);
    await database.db.updateTable('jobs').set({ due_at: almostOver }).execute();
    await vi.advanceTimersByTimeAsync(10_000);
    const readDue = async () => Number((await readJobs())[0]?.due_at);
    await expect.poll(readDue, SOON).toBeGreaterThan(Number(almostOver) + 20_000);
    letGo();
    await expect.poll(readJobs, SOON).toEqual([]);
  });
});

describe('a worker that stops', () => {
  it('waits for what is under way and begins nothing else', async () => {
    const { begun, run, letGo } = heldUp();
    await queueDeletion(database.db, 'a');
    await queueDeletion(database.db, 'b');
    const worker = start(taskOf(run), { jobsMax: 1 });
    await expect.poll(() => begun, SOON).toHaveLength(1);
    const first = Promise.race([
      worker.stop().then(() => 'stopped'),
      readJobs().then(() => 'still at it'),
    ]);
    worker.wake();
    expect(await first).toBe('still at it');
    letGo();
    await worker.stop();
    expect(begun).toHaveLength(1);
    expect(await readJobs()).toMatchObject([{ attempts: 0, held_by: null }]);
  });
});

describe('a routine', () => {
  it('is one job for any number of workers, comes round again after a fault, and piles up nowhere', async () => {
    const { db } = database;
    let runs = 0;
    const task = createPeriodicTask({
      name: 'sweep_keys',
      everySeconds: 1,
      run: async () => {
        runs += 1;
        await (runs === 1 ? Promise.reject(new Error('The database is away.')) : Promise.resolve());
      },
    });
    const both = [start(task), start(task)];
    await expect.poll(async () => (await readJobs()).length, SOON).toBe(1);
    expect(runs).toBe(0);
    await database.db
      .updateTable('jobs')
      .set({ attempts: 500, due_at: new Date(0) })
      .execute();
    for (const worker of both) worker.wake();
    const failed = { key: '', held_by: null, failed_at: null, error: 'Error' };
    await expect.poll(readJobs, SOON).toMatchObject([failed]);
    expect(runs).toBe(1);
    await db
      .updateTable('jobs')
      .set({ due_at: new Date(0) })
      .execute();
    for (const worker of both) worker.wake();
    const done = { key: '', attempts: 0, held_by: null, failed_at: null, error: null };
    await expect.poll(readJobs, SOON).toMatchObject([done]);
    expect(runs).toBe(2);
  });
});
