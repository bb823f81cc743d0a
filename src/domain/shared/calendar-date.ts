/** Neither PostgreSQL nor JavaScript knows a year 0. */
const DATE = /^(?!0000)(\d{4})-(\d{2})-(\d{2})$/;

/** True for a date of the calendar as `YYYY-MM-DD`: not for the 30th of February. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= countDaysInMonth(year, month);
}

/** True when the date of an instant in UTC is in the years 1 to 9999. */
export function isCalendarInstant(instant: Date): boolean {
  return !Number.isNaN(instant.getTime()) && isCalendarDate(instant.toISOString().slice(0, 10));
}

/** Formats a date as `YYYY-MM-DD`. The parts may be no calendar date. */
export function formatDate(
  year: string | number,
  month: string | number,
  day: string | number,
): string {
  return [pad(year, 4), pad(month, 2), pad(day, 2)].join('-');
}

function pad(part: string | number, length: number): string {
  return String(part).padStart(length, '0');
}

function countDaysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeap ? 29 : 28;
}
