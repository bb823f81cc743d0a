import { formatDate, isCalendarDate } from '../shared/calendar-date.ts';
import { foldWords } from './fold-text.ts';

const MONTHS = 'ENE FEB MAR ABR MAY JUN JUL AGO SEP OCT NOV DIC'.split(' ');
/** Date with a month name. OCR may lose the spaces. */
const DATE_IN_WORDS =
  /^(\d{1,2})(?: DE |[ /.-]?)([A-Z]{3,10})\.?(?: DE | DEL |[ /.-]?)(\d{4}|\d{2})$/;
const DATE_IN_DIGITS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const YEAR_FIRST = /^(\d{4})[/-](\d{2})[/-](\d{2})/;
/** Century of two-digit years on bills and cards. */
const CENTURY = '20';

/** First and last year of a document. Other years, for example 0202, are misprinted or misread. */
const YEAR_MIN = '1850';
const YEAR_MAX = '2150';

/**
 * Parses `28 DE SEPTIEMBRE DE 2005`, `05/06/2008`, `11 MAR 24` or `2022/02/10` to `YYYY-MM-DD`. Only the last form may
 * be followed by other text. Undefined for other text and for a date that does not exist.
 */
export function parseSpanishDate(text: string): string | undefined {
  const folded = foldWords(text);
  const [, day, word = '', year = ''] = DATE_IN_WORDS.exec(folded) ?? [];
  if (day !== undefined) return toIsoDate(toFullYear(year), toMonth(word), day);
  const [, dayOfMonth, month, fullYear] = DATE_IN_DIGITS.exec(folded) ?? [];
  if (dayOfMonth !== undefined) return toIsoDate(fullYear, month, dayOfMonth);
  const [, leadingYear, secondMonth, lastDay] = YEAR_FIRST.exec(folded) ?? [];
  return toIsoDate(leadingYear, secondMonth, lastDay);
}

/** Matches a date in words or digits anywhere in folded text. */
export const DATE_IN_TEXT =
  /\d{1,2} DE [A-Z]{4,10} DEL? \d{4}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|(?<![A-Z0-9])\d{1,2}[ /-]?(?:ENE|FEB|MAR|ABR|MAY|JUN|JUL|AGO|SEPT?|OCT|NOV|DIC)[A-Z]{0,7}[ /-]?(?:\d{4}|\d{2})(?!\d)|\d{4}-\d{2}-\d{2}/;

function toMonth(word: string): string | undefined {
  const index = MONTHS.indexOf(word.slice(0, 3));
  return index === -1 ? undefined : String(index + 1);
}

function toFullYear(year: string): string {
  return year.length === 2 ? CENTURY + year : year;
}

function toIsoDate(year?: string, month?: string, day?: string): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const text = formatDate(year, month, day);
  const isPossible = year >= YEAR_MIN && year <= YEAR_MAX;
  return isPossible && isCalendarDate(text) ? text : undefined;
}
