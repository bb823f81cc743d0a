import {
  type CompletionWarning,
  listWarnings,
  type ReviewCounts,
} from '../../domain/business/completion.ts';
import { invalidAt } from '../../errors.ts';

/**
 * Throws AppError `invalid_input`, which rolls the deletion back, for a warning that is not acknowledged. Callers that
 * send no list of acknowledgments, for example v4, are not checked.
 */
export function checkAcknowledged(
  counts: ReviewCounts,
  acknowledged: readonly CompletionWarning[] | null | undefined,
): void {
  if (acknowledged === null || acknowledged === undefined) return;
  const unacknowledged = listWarnings(counts).filter((warning) => !acknowledged.includes(warning));
  if (unacknowledged.length === 0) return;
  const message = `Must name ${unacknowledged.map((warning) => warning.toUpperCase()).join(' and ')}, which the preview warns of`;
  throw invalidAt(['acknowledge'], message, 'not_acknowledged');
}
