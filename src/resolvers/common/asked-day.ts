import { invalidAt } from '../../errors.ts';
import { today } from '../../runtime/calendar.ts';

/** The day whose lists are asked, today where none is named. Throws AppError `invalid_input` for a day to come. */
export function askedDay({ asOf }: { asOf?: string | null | undefined }): string {
  const now = today();
  if (asOf && asOf > now) throw invalidAt(['asOf'], 'Must not be a day to come', 'too_large');
  return asOf ?? now;
}
