import { InvalidArgumentError } from 'commander';
import { isCalendarDate } from '../../domain/shared/calendar-date.ts';

/** Returns the value of an option that is a calendar date. Throws InvalidArgumentError for any other text. */
export function parseDate(text: string): string {
  if (isCalendarDate(text)) return text;
  throw new InvalidArgumentError('Must be a day as YYYY-MM-DD.');
}
