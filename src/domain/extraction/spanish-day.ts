import { formatDate, isCalendarDate } from '../shared/calendar-date.ts';
import { foldWords } from './fold.ts';

const MONTHS = 'ENE FEB MAR ABR MAY JUN JUL AGO SEP OCT NOV DIC'.split(' ');
/** Pictures lose the blanks. */
const IN_WORDS = /^(\d{1,2})(?: DE |[ /.-]?)([A-Z]{3,10})\.?(?: DE | DEL |[ /.-]?)(\d{4}|\d{2})$/;
const IN_DIGITS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const FROM_YEAR = /^(\d{4})[/-](\d{2})[/-](\d{2})/;
/** Years of two digits are of bills and cards of this century. */
const CENTURY = '20';

/**
 * Parses `28 DE SEPTIEMBRE DE 2005`, `05/06/2008`, `11 MAR 24` or `2022/02/10` to `YYYY-MM-DD`. Undefined for other
 * text.
 */
export function readDay(text: string): string | undefined {
  const day = foldWords(text);
  const [, date, word = '', year = ''] = IN_WORDS.exec(day) ?? [];
  if (date !== undefined) return build(longYear(year), monthOf(word), date);
  const [, dayOfMonth, month, fullYear] = IN_DIGITS.exec(day) ?? [];
  if (dayOfMonth !== undefined) return build(fullYear, month, dayOfMonth);
  const [, first, second, third] = FROM_YEAR.exec(day) ?? [];
  return build(first, second, third);
}

/** A day in words or digits anywhere in folded text. */
export const DAY_IN_TEXT =
  /\d{1,2} DE [A-Z]{4,10} DEL? \d{4}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|(?<![A-Z0-9])\d{1,2}[ /-]?(?:ENE|FEB|MAR|ABR|MAY|JUN|JUL|AGO|SEPT?|OCT|NOV|DIC)[A-Z]{0,7}[ /-]?(?:\d{4}|\d{2})(?!\d)|\d{4}-\d{2}-\d{2}/;

function monthOf(word: string): string | undefined {
  const place = MONTHS.indexOf(word.slice(0, 3));
  return place === -1 ? undefined : String(place + 1);
}

function longYear(year: string): string {
  return year.length === 2 ? CENTURY + year : year;
}

function build(year?: string, month?: string, day?: string): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const text = formatDate(year, month, day);
  return isCalendarDate(text) ? text : undefined;
}
