import type { DeleteMode, RecordedMode } from '../../domain/business/completion.ts';
import { invalidAt } from '../../errors.ts';

/** The mode that a completion was asked for. Throws AppError `invalid_input` for the one that only receipts tell. */
export function getCompletionMode(mode: RecordedMode | null | undefined): DeleteMode {
  if (mode !== 'missing') return mode ?? 'without_folio';
  const message = 'Only upsertBusiness deletes the participants that it does not name';
  throw invalidAt(['deleteMode'], message);
}
