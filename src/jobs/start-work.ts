import type { WorkerOptions } from '../config/worker-options.ts';
import { createPacer } from '../pacing/pacer.ts';
import { fanOutWebhooks } from '../resolvers/webhooks/fan-out.ts';
import type { JobTools } from './run-job.ts';
import type { JobTask } from './task.ts';
import { deliverWebhooks } from './tasks/deliver-webhooks.ts';
import { TASKS } from './tasks.ts';
import { startWorker, type Worker } from './worker.ts';

export type WorkParts = {
  tools: Omit<JobTools, 'signal'>;
  options: Pick<WorkerOptions, 'jobsMax' | 'pollMs'>;
  /** To how many endpoints of webhooks this process sends at once; 0: it sends none. */
  webhookJobsMax: number;
  /** What comes round besides, where the operator wants it. */
  routines?: readonly JobTask[];
};

const GAP_MS = 20;

/**
 * All that a process does beside the requests. Jobs that call endpoints have places of their own: those wait for
 * strangers, and must not keep others waiting.
 */
export function startWork({ tools, options, webhookJobsMax, routines = [] }: WorkParts): Worker {
  const jobs = startWorker({ tools, options, tasks: [...TASKS, ...routines] });
  if (webhookJobsMax === 0) return jobs;
  const sending = startWorker({
    tools,
    options: { ...options, jobsMax: webhookJobsMax },
    tasks: [deliverWebhooks],
  });
  const fanOut = createPacer({
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
  return {
    wake: () => {
      jobs.wake();
      sending.wake();
    },
    stop: async () => {
      await Promise.all([fanOut.stop(), jobs.stop(), sending.stop()]);
    },
  };
}
