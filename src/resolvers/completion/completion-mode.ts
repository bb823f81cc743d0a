import type { DeleteMode, RecordedMode } from '../../domain/business/completion.ts';
import { invalidAt } from '../../errors.ts';

/**
 * Returns the delete mode of a completion. Throws AppError `invalid_input` for the mode that occurs in receipts only.
 */
export function getCompletionMode(mode: RecordedMode | null | undefined): DeleteMode {
  if (mode !== 'missing') return mode ?? 'without_folio';
  const message = 'Must not be MISSING_PARTICIPANTS, which only upsertBusiness uses';
  throw invalidAt(['deleteMode'], message);
}
