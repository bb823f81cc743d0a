import type { Environment } from './environment.ts';

export type WorkerOptions = {
  /** Whether the process that serves does jobs too. */
  isOn: boolean;
  /** How many jobs a process does at once. */
  jobsMax: number;
  /** How long what another process has queued may go unnoticed. */
  pollMs: number;
};

/** What of the environment is about jobs. */
export function toWorkerOptions(values: Environment): WorkerOptions {
  return {
    isOn: values.WORKER === 'on',
    jobsMax: values.WORKER_JOBS_MAX,
    pollMs: values.WORKER_POLL_MS,
  };
}
