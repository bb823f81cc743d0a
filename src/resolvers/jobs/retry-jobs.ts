import type { Db } from '../../db/client.ts';
import { retryFailedJobs } from '../../db/queries/jobs/oversee.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { checkAllFound, type FailedJobs, parseJobSelection } from './parse-job-selection.ts';

/**
 * Queues failed jobs again with a fresh number of attempts and returns their ids. Throws OperatorError for a job that
 * did not fail.
 */
export async function retryJobs(db: Db, jobs: FailedJobs): Promise<number[]> {
  const which = parseJobSelection(jobs);
  return await runInTransaction(db, async (tx) => {
    const retried = await retryFailedJobs(tx, which);
    checkAllFound(which, retried);
    return retried;
  });
}
