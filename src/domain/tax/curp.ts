import { isCalendarDate } from '../shared/calendar-date.ts';
import type { CheckDigit } from './rfc.ts';

export const SEXES = ['male', 'female', 'non_binary'] as const;
export type Sex = (typeof SEXES)[number];

/** CURP with a valid form. */
export type Curp = {
  /** `YYYY-MM-DD`; undefined where the calendar has no such day. */
  birthDate: string | undefined;
  sex: Sex;
  /** Two letters: one of the 32 states, or `NE` for births abroad. */
  state: string;
  checkDigit: CheckDigit;
};

const STATES =
  'AS|BC|BS|CC|CL|CM|CS|CH|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE';
/** Form without further checks. */
export const CURP_PATTERN = new RegExp(
  `^[A-Z][AEIOUX][A-Z]{2}(\\d{6})([HMX])(${STATES})[B-DF-HJ-NP-TV-Z]{3}([A-Z0-9])(\\d)$`,
);
/** Sexes by the letter of a CURP: HOMBRE, MUJER. The third letter is X. */
const SEX_LETTERS: ReadonlyMap<string, Sex> = new Map([
  ['H', 'male'],
  ['M', 'female'],
]);

/** Characters at the index of their value. */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Parses a normalized CURP; undefined for a text without its form. */
export function parseCurp(normalized: string): Curp | undefined {
  const [, date, sex, state, homonym, actual] = CURP_PATTERN.exec(normalized) ?? [];
  if (date === undefined || sex === undefined || state === undefined) return undefined;
  if (homonym === undefined || actual === undefined) return undefined;
  // The homonym character is a digit for births until 1999 and a letter since.
  const century = /\d/.test(homonym) ? '19' : '20';
  const birthDate = `${century}${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`;
  const expected = computeCurpCheckDigit(normalized.slice(0, -1));
  return {
    birthDate: isCalendarDate(birthDate) ? birthDate : undefined,
    sex: SEX_LETTERS.get(sex) ?? 'non_binary',
    state,
    checkDigit: { expected, actual, ok: expected === actual },
  };
}

/** Computes the last digit of a CURP from the 17 characters before it. */
export function computeCurpCheckDigit(prefix: string): string {
  const sum = Array.from(prefix).reduce(
    (total, character, index) => total + CHARACTERS.indexOf(character) * (18 - index),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}
