/** Tasks of background jobs, by their names in the queue. */
export const JOB_TASKS = [
  'delete_bytes',
  'extract_document',
  'deliver_webhooks',
  'screen_participants',
  'rescreen',
  'sweep_keys',
  'sweep_events',
  'sweep_files',
  'sweep_screenings',
  'sweep_webhooks',
  'refresh_lists',
] as const;
export type JobTaskName = (typeof JOB_TASKS)[number];

/** States of a job. `held`: a worker runs it. `failed`: it is retried only by an operator. */
export const JOB_STATES = ['waiting', 'held', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Service id of jobs that concern all services. */
export const NO_SERVICE = 0;

/** Delay after the first attempt, and the longest delay. */
const RETRY_SECONDS = 2;
const RETRY_SECONDS_MAX = 3600;

/** Returns the delay after the nth attempt: two seconds, doubled each time, at most one hour. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(RETRY_SECONDS_MAX, RETRY_SECONDS * 2 ** (attempts - 1));
}
