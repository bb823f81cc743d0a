import { InvalidArgumentError } from 'commander';
import { isCalendarDate } from '../../domain/shared/calendar-date.ts';

/** An option's day of the calendar. */
export function parseDay(text: string): string {
  if (isCalendarDate(text)) return text;
  throw new InvalidArgumentError('Must be a day as YYYY-MM-DD.');
}
