import type { Db } from '../../db/client.ts';
import { deleteFailedJobs } from '../../db/queries/jobs/oversee.ts';
import { runInTransaction } from '../../db/transaction.ts';
import {
  type JobSelectionInput,
  parseJobSelection,
  requireAllChanged,
} from './parse-job-selection.ts';

/**
 * Deletes failed jobs and returns their ids. Throws OperatorError, and deletes nothing, for a job that does not exist
 * or did not fail.
 */
export async function removeFailedJobs(db: Db, jobs: JobSelectionInput): Promise<number[]> {
  const selection = parseJobSelection(jobs);
  return await runInTransaction(db, async (tx) => {
    const removed = await deleteFailedJobs(tx, selection);
    requireAllChanged(selection, removed);
    return removed;
  });
}
