import { localNow } from '../../runtime/calendar.ts';

/** Returns the time for the age of a list on a day: the present, or the end of the day when it is over, by the clocks of the time zone. */
export function endOfDay(day: string): Date {
  return new Date(Math.min(localNow().getTime(), Date.parse(`${day}T23:59:59.999Z`)));
}
