import type { Db } from '../../db/client.ts';
import { retryFailedJobs } from '../../db/queries/jobs/oversee.ts';
import { runInTransaction } from '../../db/transaction.ts';
import {
  type JobSelectionInput,
  parseJobSelection,
  requireAllChanged,
} from './parse-job-selection.ts';

/**
 * Queues failed jobs again with a fresh number of attempts and returns their ids. Throws OperatorError, and changes
 * nothing, for a job that does not exist or did not fail.
 */
export async function retryJobs(db: Db, jobs: JobSelectionInput): Promise<number[]> {
  const selection = parseJobSelection(jobs);
  return await runInTransaction(db, async (tx) => {
    const retried = await retryFailedJobs(tx, selection);
    requireAllChanged(selection, retried);
    return retried;
  });
}
