import { formatDate, isCalendarDate } from '../../domain/shared/calendar-date.ts';
import { parseCurp } from '../../domain/tax/curp.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { isSharedRfc, parseRfc, SHORT_RFC_PATTERN } from '../../domain/tax/rfc.ts';
import { parseDateInText } from '../text/spanish-dates.ts';

/** Normalized value, and the code of a warning about it. */
export type OwnValue = { value: string; warningCode: string | null };

/**
 * Parses a birth date in the format of ListEntry or in Mexican notation, day first: "17/05/1960", "17-5-1960", "17 de
 * mayo de 1960". Other text is returned unchanged with a warning, and is not compared in screenings.
 */
export function parseBirthDate(text: string): OwnValue {
  const value = parseMexicanDate(text) ?? (isEdtfDate(text) ? text : null);
  return value === null
    ? { value: text, warningCode: 'birth_date_form' }
    : { value, warningCode: null };
}

function parseMexicanDate(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) {
    return /^\d{1,2} de \p{L}+ del? \d{4}$/iu.test(text) ? parseDateInText(text) : null;
  }
  const date = formatDate(year, month, day);
  return isCalendarDate(date) ? date : null;
}

/**
 * True for a date of ISO 8601-2 (EDTF): "1960", "1960-05", "1960-05-17", approximate with "~", or two with "/"
 * between them.
 */
function isEdtfDate(text: string): boolean {
  const parts = text.split('/').map((part) => part.replace(/~$/, ''));
  return parts.length <= 2 && parts.every(isPartialDate);
}

/** True for a date, a month of a year, or a year. */
function isPartialDate(text: string): boolean {
  return /^\d{4}(?:-\d{2}){0,2}$/.test(text) && isCalendarDate(`${text}-01-01`.slice(0, 10));
}

/**
 * Normalizes an RFC. Warns about a generic or malformed one and a wrong check digit; a missing homoclave is allowed.
 */
export function parseListedRfc(text: string): OwnValue {
  const value = normalizeTaxId(text);
  if (isSharedRfc(value)) return { value, warningCode: 'generic_rfc' };
  const rfc = parseRfc(value);
  if (rfc === undefined) {
    return { value, warningCode: SHORT_RFC_PATTERN.test(value) ? null : 'rfc_form' };
  }
  const isValid = rfc.checkDigit.ok;
  return { value, warningCode: isValid ? null : 'rfc_check_digit' };
}

/** Normalizes a CURP. Warns about a malformed one and a wrong check digit. */
export function parseListedCurp(text: string): OwnValue {
  const value = normalizeTaxId(text);
  const curp = parseCurp(value);
  if (curp === undefined) return { value, warningCode: 'curp_form' };
  return { value, warningCode: curp.checkDigit.ok ? null : 'curp_check_digit' };
}

/** Normalizes a passport number, of which no form is checked. */
export function parseListedPassport(text: string): OwnValue {
  return { value: normalizeTaxId(text), warningCode: null };
}
