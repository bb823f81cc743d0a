import type { Moment } from '../../domain/lists/list-age.ts';
import { presentMoment } from '../../runtime/calendar.ts';

/** Returns the latest moment of a day that is not in the future: the end of a past day, otherwise the present. */
export function getLatestMoment(day: string): Moment {
  const now = presentMoment();
  return day < now.day ? { day, instant: new Date(`${day}T23:59:59.999Z`) } : now;
}
