import { isCalendarDate } from '../shared/calendar-date.ts';
import type { Sex } from '../tax/curp.ts';

/** Content of a machine-readable zone. Members that no check digit confirms are undefined. */
export type Mrz = {
  format: 'TD1' | 'TD3';
  documentCode: string;
  issuer: string;
  nationality: string;
  documentNumber: string | undefined;
  birthDate: string | undefined;
  sex: Sex | undefined;
  expiryDate: string | undefined;
  /** Whatever the issuer adds: of a TD1 the rest of its first line. */
  optional: string;
  surnames: readonly string[];
  givenNames: string;
  /** True when the names fill their field, so that they may be truncated. */
  isNameCut: boolean;
  /** True when every check digit is correct. */
  isSound: boolean;
};

const SIZES = { TD1: { lines: 3, length: 30 }, TD3: { lines: 2, length: 44 } } as const;

/** Parses a machine-readable zone. Undefined for an unknown format. `today` determines the century of a year. */
export function parseMrz(lines: readonly string[], today: string): Mrz | undefined {
  const clean = lines.map((line) => line.replace(/\s/g, '').toUpperCase());
  if (!clean.every((line) => /^[A-Z0-9<]+$/.test(line))) return undefined;
  if (fits(clean, SIZES.TD1)) return parseTd1(clean, today);
  if (fits(clean, SIZES.TD3)) return parseTd3(clean, today);
  return undefined;
}

function fits(lines: readonly string[], size: { lines: number; length: number }): boolean {
  return lines.length === size.lines && lines.every((line) => line.length === size.length);
}

function parseTd1([first = '', second = '', third = '']: readonly string[], today: string): Mrz {
  const number = proven(first.slice(5, 14), first.charAt(14));
  const birth = proven(second.slice(0, 6), second.charAt(6));
  const expiry = proven(second.slice(8, 14), second.charAt(14));
  const whole =
    first.slice(5, 30) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29);
  const composite = proven(whole, second.charAt(29));
  return {
    format: 'TD1',
    documentCode: first.slice(0, 2),
    issuer: first.slice(2, 5),
    nationality: second.slice(15, 18),
    documentNumber: number && unfill(number),
    birthDate: birth && dayBefore(birth, today),
    sex: SEXES.get(second.charAt(7)),
    expiryDate: expiry && dayAfter(expiry),
    optional: unfill(first.slice(15, 30)),
    ...namesOf(third),
    isSound: [number, birth, expiry, composite].every((one) => one !== undefined),
  };
}

function parseTd3([first = '', second = '']: readonly string[], today: string): Mrz {
  const number = proven(second.slice(0, 9), second.charAt(9));
  const birth = proven(second.slice(13, 19), second.charAt(19));
  const expiry = proven(second.slice(21, 27), second.charAt(27));
  const optional = second.slice(28, 42);
  const own =
    second.charAt(42) === '<' && /^<+$/.test(optional) ? '' : proven(optional, second.charAt(42));
  const whole = second.slice(0, 10) + second.slice(13, 20) + second.slice(21, 43);
  const composite = proven(whole, second.charAt(43));
  return {
    format: 'TD3',
    documentCode: first.slice(0, 2),
    issuer: first.slice(2, 5),
    nationality: second.slice(10, 13),
    documentNumber: number && unfill(number),
    birthDate: birth && dayBefore(birth, today),
    sex: SEXES.get(second.charAt(20)),
    expiryDate: expiry && dayAfter(expiry),
    optional: unfill(optional),
    ...namesOf(first.slice(5)),
    isSound: [number, birth, expiry, own, composite].every((one) => one !== undefined),
  };
}

const SEXES: ReadonlyMap<string, Sex> = new Map([
  ['M', 'male'],
  ['F', 'female'],
  ['X', 'non_binary'],
]);

function namesOf(text: string): Pick<Mrz, 'surnames' | 'givenNames' | 'isNameCut'> {
  const [surnames = '', given = ''] = text.split('<<', 2);
  return {
    surnames: surnames.split('<').filter((one) => one !== ''),
    givenNames: unfill(given),
    isNameCut: !text.endsWith('<'),
  };
}

function unfill(text: string): string {
  return text.replace(/<+/g, ' ').trim();
}

function proven(text: string, digit: string): string | undefined {
  return checkDigitOf(text) === digit ? text : undefined;
}

const WEIGHTS = [7, 3, 1];
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function checkDigitOf(text: string): string {
  const sum = Array.from(text).reduce(
    (total, sign, place) => total + Math.max(0, SIGNS.indexOf(sign)) * (WEIGHTS[place % 3] ?? 0),
    0,
  );
  return String(sum % 10);
}

/** A day of birth is the last such day that is not to come. */
function dayBefore(text: string, today: string): string | undefined {
  const days = ['20', '19']
    .map((century) => toDay(century, text))
    .filter((day) => isCalendarDate(day));
  return days.find((day) => day <= today);
}

/** Documents with such a zone expire in this century. */
function dayAfter(text: string): string | undefined {
  const day = toDay('20', text);
  return isCalendarDate(day) ? day : undefined;
}

function toDay(century: string, text: string): string {
  return `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
}
