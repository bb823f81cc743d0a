import { Logger, run } from 'graphile-worker';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { createDb, createPool } from '../../src/db/client.ts';
import { createQueuedTask } from '../../src/jobs/task.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { createLogger } from '../../src/log.ts';

/** A process that does the jobs of one queue and says so: `queue-worker.ts <queue> <url> <normal|victim>`. */
const [queue = '', url = '', mode = ''] = process.argv.slice(2);

// Not longer than what measures it.
process.once('disconnect', () => process.exit());

/** A victim never ends a job; a job of a key that begins with `poison` always fails. */
async function work(key: string): Promise<void> {
  process.send?.({ ran: key, at: Date.now() });
  if (mode === 'victim') await new Promise(() => setInterval(() => undefined, 60_000));
  if (key.startsWith('poison')) throw new Error(`quoting juana@example.test`);
}

const jobSchema = z.object({ key: z.string() });

const onIdleError = (): void => undefined;

async function startOwn(): Promise<void> {
  const database = { poolSize: 10, statementTimeoutMs: 30_000, lockTimeoutMs: 10_000 };
  const names = { connectionString: url, namedStatements: false, onIdleError };
  const db = createDb(createPool({ ...database, ...names }));
  const tools = { db, log: createLogger('silent'), vault: { delete: async () => undefined } };
  const task = createQueuedTask({
    name: 'delete_bytes',
    attemptsMax: 4,
    payload: z.object({ storageKey: z.string() }),
    run: async (_ctx, { storageKey }) => await work(storageKey),
  });
  startWorker({ tools, options: { jobsMax: 4, pollMs: 1_000 }, tasks: [task] });
  setInterval(() => undefined, 60_000);
  await Promise.resolve();
}

const workOf = async (payload: unknown): Promise<void> => await work(jobSchema.parse(payload).key);

async function startGraphile(): Promise<void> {
  await run({
    connectionString: url,
    concurrency: 4,
    noHandleSignals: true,
    noPreparedStatements: true,
    logger: new Logger(() => () => undefined),
    taskList: { x: workOf },
  });
}

async function startBoss(): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.work('x', { localConcurrency: 4 }, async ([job]) => await workOf(job?.data));
}

if (queue === 'own') await startOwn();
else if (queue === 'graphile-worker') await startGraphile();
else await startBoss();
process.send?.({ isReady: true });
