import type { Environment } from './environment.ts';

export type WorkerOptions = {
  /** True when processes that serve requests also run jobs. */
  isOn: boolean;
  /** Maximum number of concurrent jobs of a process. */
  jobsMax: number;
  /** Interval between two polls: the delay of jobs that other processes queue. */
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
