import { isCalendarDate } from '../shared/calendar-date.ts';
import type { PersonType } from './participant.ts';

/** Earliest date of constitution: the oldest companies of Mexico are of the 18th century. */
export const EARLIEST_DATE = '1700-01-01';
/** Earliest date of birth of a living person. */
const EARLIEST_BIRTH = '1900-01-01';

/** True for a date of birth before 1900. False for legal entities, and for text that is no date. */
export function isImplausibleBirth(
  personType: PersonType | undefined,
  date: string | null | undefined,
): boolean {
  return (
    personType === 'natural' &&
    typeof date === 'string' &&
    isCalendarDate(date) &&
    date < EARLIEST_BIRTH
  );
}
