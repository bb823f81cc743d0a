import { invalidAt } from '../../errors.ts';
import { today } from '../../runtime/calendar.ts';

/** Returns the list date of an input, by default today. Throws AppError `invalid_input` for a day in the future. */
export function resolveAsOf({ asOf }: { asOf?: string | null | undefined }): string {
  const now = today();
  if (asOf && asOf > now) throw invalidAt(['asOf'], 'Must not be in the future', 'too_large');
  return asOf ?? now;
}
