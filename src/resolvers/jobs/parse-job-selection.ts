import { OperatorError } from '../../errors.ts';

/** Selection of failed jobs, by id or all. */
export type JobSelectionInput = { ids: readonly string[]; all?: boolean };

const IDS_MAX = 1000;

/** Parses a selection of jobs. Throws OperatorError for an invalid selection. */
export function parseJobSelection({ ids, all }: JobSelectionInput): readonly number[] | 'all' {
  if (all === true && ids.length === 0) return 'all';
  if (all === true || ids.length === 0)
    throw new OperatorError('Name the ids of the jobs, or all failed jobs with --all.');
  if (ids.length > IDS_MAX) throw new OperatorError(`Name at most ${IDS_MAX} jobs at a time.`);
  // At most 15 digits, so that each id is a safe integer.
  const wrong = ids.find((id) => !/^[1-9]\d{0,14}$/.test(id));
  if (wrong !== undefined) throw new OperatorError(`"${wrong}" is not a job id.`);
  return ids.map(Number);
}

/**
 * Throws OperatorError, so that the transaction of the caller rolls back, when a selected job was not changed: it does
 * not exist or did not fail.
 */
export function requireAllChanged(
  selection: readonly number[] | 'all',
  changedIds: readonly number[],
): void {
  if (selection === 'all') return;
  const missing = selection.filter((id) => !changedIds.includes(id));
  if (missing.length === 0) return;
  throw new OperatorError(`No failed job has the id ${missing.join(', ')}. Nothing was changed.`);
}
