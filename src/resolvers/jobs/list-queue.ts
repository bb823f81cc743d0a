import type { Db } from '../../db/client.ts';
import { type ListedJob, listJobs } from '../../db/queries/jobs/oversee.ts';
import type { JobState } from '../../domain/shared/job.ts';

export type QueueInput = { state?: JobState; max: number };

/** Lists the job queue of all services for an operator, failed jobs first. */
export async function listQueue(db: Db, { state, max }: QueueInput): Promise<ListedJob[]> {
  return await listJobs(db, { state, max });
}
