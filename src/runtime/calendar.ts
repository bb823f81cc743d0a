/** Time zone whose days are judged, stored and printed when the operator sets no other. */
export const DEFAULT_TIME_ZONE = 'America/Mexico_City';

type Calendar = { zone: string; parts: Intl.DateTimeFormat };

let calendar = openCalendar(DEFAULT_TIME_ZONE);

/** Sets the time zone of the process (`TIME_ZONE`), once at its start. Throws RangeError for an unknown zone. */
export function setTimeZone(zone: string): void {
  calendar = openCalendar(zone);
}

export function getTimeZone(): string {
  return calendar.zone;
}

/** Returns the present day in the time zone of the process, as `YYYY-MM-DD`. */
export function today(): string {
  return dayOf(new Date());
}

/** Returns the day of an instant in the time zone of the process, as `YYYY-MM-DD`. */
export function dayOf(instant: Date): string {
  const { year, month, day } = toParts(instant);
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/** Returns an instant as the clocks of the time zone show it: `2026-01-31 a las 06:00:00 GMT-6` has these three parts. */
export function clockOf(instant: Date): { day: string; time: string; offset: string } {
  const { hour, minute, second, timeZoneName } = toParts(instant);
  return { day: dayOf(instant), time: `${hour}:${minute}:${second}`, offset: timeZoneName };
}

/** Returns the present instant with its day in the time zone of the process. */
export function presentMoment(): { day: string; instant: Date } {
  const instant = new Date();
  return { day: dayOf(instant), instant };
}

function openCalendar(zone: string): Calendar {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
  return { zone, parts };
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'timeZoneName';

function toParts(instant: Date): Record<Part, string> {
  const partsByType = new Map(
    calendar.parts.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  const part = (type: Part): string => partsByType.get(type) ?? '';
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
    timeZoneName: part('timeZoneName'),
  };
}
