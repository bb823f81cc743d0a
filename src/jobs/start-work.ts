import type { WorkerOptions } from '../config/worker-options.ts';
import { fanOutWebhooks } from '../resolvers/webhooks/fan-out.ts';
import { createPoller } from '../scheduling/poller.ts';
import type { JobTools } from './run-job.ts';
import type { JobTask } from './task.ts';
import { deliverWebhooks } from './tasks/deliver-webhooks.ts';
import { extractDocument } from './tasks/extract-document.ts';
import { TASKS } from './tasks.ts';
import { startWorker, type Worker } from './worker.ts';

export type WorkParts = {
  tools: Omit<JobTools, 'signal'>;
  options: Pick<WorkerOptions, 'jobsMax' | 'pollMs'>;
  /** Number of webhook endpoints that this process sends to concurrently; 0 disables sending. */
  webhookJobsMax: number;
  /** Periodic jobs, when configured. */
  routines?: readonly JobTask[];
};

/** Minimum time between two rounds that prepare webhooks. */
const GAP_MS = 20;

/**
 * Starts the background work of a process. Jobs that call webhook endpoints and jobs that read documents have workers
 * of their own, because they may take a minute each and must not delay other jobs.
 */
export function startWork({ tools, options, webhookJobsMax, routines = [] }: WorkParts): Worker {
  const mainWorker = startWorker({ tools, options, tasks: [...TASKS, ...routines] });
  // A process without reader processes leaves the documents to other processes.
  const jobWorkers =
    tools.readers.count === 0
      ? mainWorker
      : combineWorkers(mainWorker, startReading({ tools, options }));
  if (webhookJobsMax === 0) return jobWorkers;
  const sendingWorker = startWorker({
    tools,
    options: { ...options, jobsMax: webhookJobsMax },
    tasks: [deliverWebhooks],
  });
  const fanOut = createPoller({
    work: async () => {
      const { isQueued, hasMore } = await fanOutWebhooks(tools.db);
      if (isQueued) sendingWorker.wake();
      return hasMore ? 'again' : 'rest';
    },
    restMs: options.pollMs,
    gapMs: GAP_MS,
    onFault: (error) => tools.log.error({ err: error }, 'webhooks could not be prepared'),
  });
  fanOut.wake();
  const allWorkers = combineWorkers(jobWorkers, sendingWorker);
  return {
    wake: allWorkers.wake,
    stop: async () => {
      await Promise.all([fanOut.stop(), allWorkers.stop()]);
    },
  };
}

/** Starts the worker of the jobs that read documents. */
export function startReading({ tools, options }: Pick<WorkParts, 'tools' | 'options'>): Worker {
  const jobsMax = tools.readers.count;
  return startWorker({ tools, options: { ...options, jobsMax }, tasks: [extractDocument] });
}

function combineWorkers(first: Worker, second: Worker): Worker {
  return {
    wake: () => {
      first.wake();
      second.wake();
    },
    stop: async () => {
      await Promise.all([first.stop(), second.stop()]);
    },
  };
}
