import type { Db } from '../../../src/db/client.ts';
import { queueJob } from '../../../src/db/queries/jobs/queue.ts';
import { createDetachedReadings } from '../../../src/extraction/reader/detached-readings.ts';
import type { JobTools } from '../../../src/jobs/run-job.ts';
import type { JobTask } from '../../../src/jobs/task.ts';
import { startWorker, type Worker } from '../../../src/jobs/worker.ts';
import { createLogger } from '../../../src/log.ts';

/** Returns the number of queued deletions of stored bytes, including those that are not due. */
export async function countDeletions(db: Db): Promise<number> {
  const jobs = db.selectFrom('jobs').select('id').where('task', '=', 'delete_bytes');
  return (await jobs.execute()).length;
}

/** Queues the deletion of stored bytes, by default due now. */
export async function queueDeletion(
  db: Db,
  storageKey: string,
  { serviceId = 1, dueAt = new Date(0) }: { serviceId?: number; dueAt?: Date } = {},
): Promise<void> {
  const payload = { storageKey };
  await queueJob(db, { serviceId, task: 'delete_bytes', key: storageKey, payload, dueAt });
}

/** Makes waiting jobs due, and expires the leases of workers. */
export async function makeJobsDue(db: Db): Promise<void> {
  const jobs = db.updateTable('jobs').set({ due_at: new Date(0) });
  await jobs.where('task', '=', 'delete_bytes').where('failed_at', 'is', null).execute();
}

function refuse(): never {
  throw new Error('No task of this worker asks for it.');
}

/** Creates the tools of a worker for tasks that make no outside calls. */
export function makeTools(db: Db): Omit<JobTools, 'signal'> {
  const vault = {
    delete: async () => await Promise.resolve(),
    read: refuse,
    seal: refuse,
    unwrapKey: refuse,
    unseal: refuse,
  };
  const readers = {
    engine: 'none',
    count: 0,
    acquire: refuse,
    tryAcquire: refuse,
    detached: createDetachedReadings(),
  };
  return { db, log: createLogger('silent'), vault, readers, webhooks: { send: refuse } };
}

/** Starts a worker in this process that polls once a minute and when it is woken. */
export function startTestWorker(
  db: Db,
  parts: {
    tasks: readonly JobTask[];
    jobsMax?: number;
    tools?: Partial<Omit<JobTools, 'vault'>> & { vault?: Partial<JobTools['vault']> };
  },
): Worker {
  const made = makeTools(db);
  const tools = { ...made, ...parts.tools, vault: { ...made.vault, ...parts.tools?.vault } };
  const options = { jobsMax: parts.jobsMax ?? 8, pollMs: 60_000 };
  return startWorker({ tools, options, tasks: parts.tasks });
}
