import type { Moment } from '../../domain/lists/list-age.ts';
import { presentMoment } from '../../runtime/calendar.ts';

/** Returns the moment for the age of a list on a day: the present, or the end of the day when it is over. */
export function endOfDay(day: string): Moment {
  const now = presentMoment();
  return day < now.day ? { day, instant: new Date(`${day}T23:59:59.999Z`) } : now;
}
