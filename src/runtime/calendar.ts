/** Time zone of calendar days when the operator sets no other. */
export const DEFAULT_TIME_ZONE = 'America/Mexico_City';

type Calendar = { zone: string; parts: Intl.DateTimeFormat };

let calendar = createCalendar(DEFAULT_TIME_ZONE);

/** Sets the time zone of the process (`TIME_ZONE`); called once at the start. Throws RangeError for an unknown zone. */
export function setTimeZone(zone: string): void {
  calendar = createCalendar(zone);
}

export function getTimeZone(): string {
  return calendar.zone;
}

/** Returns the present day in the time zone of the process, as `YYYY-MM-DD`. */
export function today(): string {
  return toDay(new Date());
}

/** Returns the day of an instant in the time zone of the process, as `YYYY-MM-DD`. */
export function toDay(instant: Date): string {
  const { year, month, day } = toParts(instant);
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/** Returns the local date, time and offset of an instant, for example `2026-01-31`, `06:00:00` and `GMT-6`. */
export function toLocalTime(instant: Date): { day: string; time: string; offset: string } {
  const { hour, minute, second, timeZoneName } = toParts(instant);
  return { day: toDay(instant), time: `${hour}:${minute}:${second}`, offset: timeZoneName };
}

/** Returns the present instant with its day in the time zone of the process. */
export function presentMoment(): { day: string; instant: Date } {
  const instant = new Date();
  return { day: toDay(instant), instant };
}

function createCalendar(zone: string): Calendar {
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
