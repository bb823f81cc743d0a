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
  /** To how many endpoints of webhooks this process sends at once; 0: it sends none. */
  webhookJobsMax: number;
  /** Periodic jobs, when configured. */
  routines?: readonly JobTask[];
};

const GAP_MS = 20;

/**
 * All that a process does beside the requests. Jobs that call endpoints have places of their own: those wait for
 * strangers, and must not keep others waiting; so have those that read documents, which may take a minute each.
 */
export function startWork({ tools, options, webhookJobsMax, routines = [] }: WorkParts): Worker {
  const others = startWorker({ tools, options, tasks: [...TASKS, ...routines] });
  const jobsMax = tools.readers.count;
  const reading = { tools, options: { ...options, jobsMax }, tasks: [extractDocument] };
  // A process without readers leaves documents to others.
  const jobs = jobsMax === 0 ? others : both(others, startWorker(reading));
  if (webhookJobsMax === 0) return jobs;
  const sending = startWorker({
    tools,
    options: { ...options, jobsMax: webhookJobsMax },
    tasks: [deliverWebhooks],
  });
  const fanOut = createPoller({
    work: async () => {
      const { isQueued, isMore } = await fanOutWebhooks(tools.db);
      if (isQueued) sending.wake();
      return isMore ? 'again' : 'rest';
    },
    restMs: options.pollMs,
    gapMs: GAP_MS,
    onFault: (error) => tools.log.error({ err: error }, 'webhooks could not be prepared'),
  });
  fanOut.wake();
  const all = both(jobs, sending);
  return {
    wake: all.wake,
    stop: async () => {
      await Promise.all([fanOut.stop(), all.stop()]);
    },
  };
}

function both(first: Worker, second: Worker): Worker {
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
