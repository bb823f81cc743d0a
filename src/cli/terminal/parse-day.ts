import { InvalidArgumentError } from 'commander';
import { isCalendarDate } from '../../domain/shared/calendar-date.ts';

/** Parses an option with a calendar day. */
export function parseDay(text: string): string {
  if (isCalendarDate(text)) return text;
  throw new InvalidArgumentError('Must be a day as YYYY-MM-DD.');
}
