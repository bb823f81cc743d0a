import { isCalendarDate } from '../shared/calendar-date.ts';
import { computeRfcCheckDigit } from './rfc-check-digit.ts';

/** Kinds of RFC. `generic` is for taxpayers without an RFC, `foreign` for foreign residents: both are fixed texts. */
export const RFC_KINDS = ['natural', 'legal', 'generic', 'foreign'] as const;
export type RfcKind = (typeof RFC_KINDS)[number];

/** Check digit; `expected` is computed from the characters before it, `actual` is the last character. */
export type CheckDigit = { expected: string; actual: string; ok: boolean };

/** RFC with a valid form; its date may be no calendar date. */
export type Rfc = {
  kind: RfcKind;
  letters: string;
  /** `YYMMDD`. */
  date: string;
  homoclave: string;
  checkDigit: CheckDigit;
};

/** Form without further checks. */
export const RFC_PATTERN = /^([A-ZÑ&]{3,4})(\d{6})([A-Z0-9]{2})([0-9A])$/;

/** Form of an RFC without its homoclave: letters and date. */
export const SHORT_RFC_PATTERN = /^[A-ZÑ&]{3,4}(\d{6})$/;

const SPECIAL: ReadonlyMap<string, RfcKind> = new Map([
  ['XAXX010101000', 'generic'],
  ['XEXX010101000', 'foreign'],
]);

/** True for a generic RFC that identifies no single taxpayer, with or without homoclave. Takes a normalized RFC. */
export function isSharedRfc(normalized: string): boolean {
  return SPECIAL.has(normalized) || SPECIAL.has(`${normalized}000`);
}

/** Parses a normalized RFC; undefined for a text without its form. */
export function parseRfc(normalized: string): Rfc | undefined {
  const [, letters, date, homoclave, actual] = RFC_PATTERN.exec(normalized) ?? [];
  if (letters === undefined || date === undefined) return undefined;
  if (homoclave === undefined || actual === undefined) return undefined;
  const expected = computeRfcCheckDigit(normalized.slice(0, -1));
  return {
    kind: SPECIAL.get(normalized) ?? (letters.length === 4 ? 'natural' : 'legal'),
    letters,
    date,
    homoclave,
    checkDigit: { expected, actual, ok: expected === actual },
  };
}

/** Returns the possible dates of `YYMMDD` as `YYYY-MM-DD`: of the last century and of this one. */
export function listDates(date: string): string[] {
  const yearMonthDay = `${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`;
  return ['19', '20'].map((century) => century + yearMonthDay).filter((day) => isCalendarDate(day));
}
