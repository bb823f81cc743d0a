import { formatDate, isCalendarDate } from '../../domain/shared/calendar-date.ts';
import { parseCurp } from '../../domain/tax/curp.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { isSharedRfc, parseRfc, SHORT_RFC_PATTERN } from '../../domain/tax/rfc.ts';
import { readSpokenDate } from '../text/spanish-dates.ts';

/** A value as it is kept, and what is odd about it as the code of a warning. */
export type OwnValue = { value: string; oddity: string | null };

/**
 * A birth in the form of ListEntry: as that writes it, or as it is written in Mexico, the day first: "17/05/1960", "17-5-1960",
 * "17 de mayo de 1960". What is none is kept as it is, and says nothing to whoever compares.
 */
export function readBirth(text: string): OwnValue {
  const value = readMexicanDay(text) ?? (isExtendedDate(text) ? text : null);
  return value === null ? { value: text, oddity: 'birth_date_form' } : { value, oddity: null };
}

function readMexicanDay(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) {
    return /^\d{1,2} de \p{L}+ del? \d{4}$/iu.test(text) ? readSpokenDate(text) : null;
  }
  const date = formatDate(year, month, day);
  return isCalendarDate(date) ? date : null;
}

/** "1960", "1960-05", "1960-05-17", about each of them with "~" behind, and from one to another with "/" between. */
function isExtendedDate(text: string): boolean {
  const parts = text.split('/').map((part) => part.replace(/~$/, ''));
  return parts.length <= 2 && parts.every(isDate);
}

/** Also a year, or a month of one. */
function isDate(text: string): boolean {
  return /^\d{4}(?:-\d{2}){0,2}$/.test(text) && isCalendarDate(`${text}-01-01`.slice(0, 10));
}

export function readRfc(text: string): OwnValue {
  const value = normalizeTaxId(text);
  if (isSharedRfc(value)) return { value, oddity: 'generic_rfc' };
  const rfc = parseRfc(value);
  if (rfc === undefined) {
    return { value, oddity: SHORT_RFC_PATTERN.test(value) ? null : 'rfc_form' };
  }
  const isSound = rfc.checkDigit.ok;
  return { value, oddity: isSound ? null : 'rfc_check_digit' };
}

export function readCurp(text: string): OwnValue {
  const value = normalizeTaxId(text);
  const curp = parseCurp(value);
  if (curp === undefined) return { value, oddity: 'curp_form' };
  return { value, oddity: curp.checkDigit.ok ? null : 'curp_check_digit' };
}

export function readPassport(text: string): OwnValue {
  return { value: normalizeTaxId(text), oddity: null };
}
