import type { Environment } from './environment.ts';

export type WorkerOptions = {
  /** True when a serving process runs jobs too. */
  isOn: boolean;
  /** Maximum number of concurrent jobs of a process. */
  jobsMax: number;
  /** Maximum delay until a job queued by another process is noticed. */
  pollMs: number;
};

/** Returns the options for jobs. */
export function toWorkerOptions(values: Environment): WorkerOptions {
  return {
    isOn: values.WORKER === 'on',
    jobsMax: values.WORKER_JOBS_MAX,
    pollMs: values.WORKER_POLL_MS,
  };
}
