import { isCalendarDate, writeDate } from '../../domain/shared/calendar-date.ts';

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** The day that "Información actualizada al 30 de noviembre de 2022" tells; null where it tells none. */
export function readSpokenDate(text: string): string | null {
  const found = /(\d{1,2})\s+de\s+([a-záéíóú]+)\s+(?:de|del)\s+(\d{4})/i.exec(text);
  if (found === null) return null;
  const [, day, month = '', year] = found;
  return toDate(Number(year), MONTHS.indexOf(month.toLowerCase()) + 1, Number(day));
}

/** Days that a workbook counts from 1899-12-30 on, for the years in which lists are published. */
const SERIAL_MIN = 36_526;
const SERIAL_MAX = 73_050;

/**
 * The days in a cell: d/m/yyyy, dd-mm-yy, several of them with any separator between, or the serial number that a
 * workbook makes of a day. What is no day of the calendar is left out.
 */
export function readDates(cell: string): string[] {
  if (/^\d{5}$/.test(cell)) {
    const serial = Number(cell);
    if (serial < SERIAL_MIN || serial > SERIAL_MAX) return [];
    return [new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)];
  }
  const dates: string[] = [];
  for (const [, day, month, year] of cell.matchAll(DAY_PATTERN)) {
    const date = toDate(fullYear(Number(year)), Number(month), Number(day));
    if (date !== null) dates.push(date);
  }
  return dates;
}

const DAY_PATTERN = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/g;

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

function toDate(year: number, month: number, day: number): string | null {
  const date = writeDate(year, month, day);
  return isCalendarDate(date) ? date : null;
}
