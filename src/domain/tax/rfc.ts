import { isCalendarDate } from '../shared/calendar-date.ts';
import { computeRfcCheckDigit } from './rfc-check-digit.ts';

/** Kinds of RFC. `generic` is for taxpayers without an RFC, `foreign` for foreign residents: both are fixed texts. */
export const RFC_KINDS = ['natural', 'legal', 'generic', 'foreign'] as const;
export type RfcKind = (typeof RFC_KINDS)[number];

/** `expected` is computed from the signs before it, `actual` is the last sign. */
export type CheckDigit = { expected: string; actual: string; ok: boolean };

/** An RFC that has the form of one; its date may be none of the calendar. */
export type Rfc = {
  kind: RfcKind;
  letters: string;
  /** `YYMMDD`. */
  date: string;
  homoclave: string;
  checkDigit: CheckDigit;
};

/** The structure alone. */
export const RFC_PATTERN = /^([A-ZÑ&]{3,4})(\d{6})([A-Z0-9]{2})([0-9A])$/;

/** The same without its homoclave: letters and date. */
export const SHORT_RFC_PATTERN = /^[A-ZÑ&]{3,4}(\d{6})$/;

const SPECIAL: ReadonlyMap<string, RfcKind> = new Map([
  ['XAXX010101000', 'generic'],
  ['XEXX010101000', 'foreign'],
]);

/** True for an RFC that many have, also without its homoclave: it identifies nobody. Takes a normalised one. */
export function isSharedRfc(normalized: string): boolean {
  return SPECIAL.has(normalized) || SPECIAL.has(`${normalized}000`);
}

/** Takes a normalised RFC; undefined for a text that has not the form of one. */
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

/** The days that `YYMMDD` may mean, as `YYYY-MM-DD`: of the last century and of this. */
export function listDates(date: string): string[] {
  const rest = `-${date.slice(2, 4)}-${date.slice(4)}`;
  return ['19', '20']
    .map((century) => century + date.slice(0, 2) + rest)
    .filter((day) => isCalendarDate(day));
}
