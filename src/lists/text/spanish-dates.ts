import { formatDate, isCalendarDate } from '../../domain/shared/calendar-date.ts';
import { DATE_FORMS, parseDay, parseMonth, parseYear } from './spanish-date-forms.ts';

/**
 * Returns the date that a sentence states: "Información actualizada al 30 de noviembre de 2022", "1o. de abril del
 * 2026", "30/09/2026". Null when the sentence states none, or several different dates of which none follows
 * "actualizada al".
 */
export function parseDateInText(text: string): string | null {
  const composed = text.normalize('NFC');
  const dates = findDatesInText(composed);
  const [firstDate] = new Set(dates.map(({ date }) => date));
  if (firstDate === undefined || dates.every(({ date }) => date === firstDate))
    return firstDate ?? null;
  const updatedPhrase = /actualizad[ao]s?\b[^\d]{0,40}?$/iu;
  return dates.find(({ index }) => updatedPhrase.test(composed.slice(0, index)))?.date ?? null;
}

function findDatesInText(text: string): { date: string; index: number }[] {
  return DATE_FORMS.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ groups = {}, index }) => {
      const { day = '', month = '', year = '' } = groups;
      const date = toDate(parseYear(year), parseMonth(month), parseDay(day));
      return date === null ? [] : [{ date, index }];
    }),
  ).toSorted((a, b) => a.index - b.index);
}

/** Range of serial dates of a workbook, counted from 1899-12-30, for the years in which lists are published. */
const SERIAL_MIN = 36_526;
const SERIAL_MAX = 73_050;

/**
 * Returns the dates in a cell: d/m/yyyy, dd-mm-yy, several with any separator, or the serial date of a workbook.
 * Invalid calendar dates, and serial dates outside the years 2000 to 2099, are omitted.
 */
export function parseDates(cell: string): string[] {
  if (/^\d{5}$/.test(cell)) {
    const serial = Number(cell);
    if (serial < SERIAL_MIN || serial > SERIAL_MAX) return [];
    return [new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)];
  }
  const dates: string[] = [];
  for (const [, day, month, year] of cell.matchAll(DAY_PATTERN)) {
    const date = toDate(toFullYear(Number(year)), Number(month), Number(day));
    if (date !== null) dates.push(date);
  }
  return dates;
}

const DAY_PATTERN = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/g;

function toFullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

function toDate(year: number, month: number, day: number): string | null {
  const date = formatDate(year, month, day);
  return isCalendarDate(date) ? date : null;
}
