import { isCalendarDate } from '../shared/calendar-date.ts';
import type { Sex } from '../tax/curp.ts';

/** Content of a machine-readable zone. Number, dates and sex are undefined when a check digit or the text is wrong. */
export type Mrz = {
  format: 'TD1' | 'TD3';
  documentCode: string;
  issuer: string;
  nationality: string;
  documentNumber: string | undefined;
  birthDate: string | undefined;
  sex: Sex | undefined;
  expiryDate: string | undefined;
  /** Optional data of the issuer: of a TD1 the rest of its first line. */
  optional: string;
  surnames: readonly string[];
  givenNames: string;
  /** True when the names fill their field, or leave one filler, so that they may be truncated. */
  isNameTruncated: boolean;
  /** True when the last given name has the last position of the field, where names are cut. */
  isNameCut: boolean;
  /** True when every check digit is correct. */
  isVerified: boolean;
};

const SIZES = { TD1: { lines: 3, length: 30 }, TD3: { lines: 2, length: 44 } } as const;

/** Parses a machine-readable zone. Undefined for an unknown format. `today` determines the century of a year. */
export function parseMrz(lines: readonly string[], today: string): Mrz | undefined {
  const clean = lines.map((line) => line.replace(/\s/g, '').toUpperCase());
  if (!clean.every((line) => /^[A-Z0-9<]+$/.test(line))) return undefined;
  if (hasSize(clean, SIZES.TD1)) return parseTd1(clean, today);
  if (hasSize(clean, SIZES.TD3)) return parseTd3(clean, today);
  return undefined;
}

function hasSize(lines: readonly string[], size: { lines: number; length: number }): boolean {
  return lines.length === size.lines && lines.every((line) => line.length === size.length);
}

/** Parses three lines; the character positions are those of ICAO 9303, part 5. */
function parseTd1([first = '', second = '', third = '']: readonly string[], today: string): Mrz {
  const number = verify(first.slice(5, 14), first.charAt(14));
  const birth = verify(second.slice(0, 6), second.charAt(6));
  const expiry = verify(second.slice(8, 14), second.charAt(14));
  const compositeText =
    first.slice(5, 30) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29);
  const composite = verify(compositeText, second.charAt(29));
  return {
    format: 'TD1',
    documentCode: first.slice(0, 2),
    issuer: first.slice(2, 5),
    nationality: second.slice(15, 18),
    documentNumber: number && replaceFillers(number),
    birthDate: birth && toBirthDate(birth, today),
    sex: SEXES.get(second.charAt(7)),
    expiryDate: expiry && toExpiryDate(expiry),
    optional: replaceFillers(first.slice(15, 30)),
    ...parseNames(third),
    isVerified: [number, birth, expiry, composite].every((value) => value !== undefined),
  };
}

/** Parses two lines; the character positions are those of ICAO 9303, part 4. */
function parseTd3([first = '', second = '']: readonly string[], today: string): Mrz {
  const number = verify(second.slice(0, 9), second.charAt(9));
  const birth = verify(second.slice(13, 19), second.charAt(19));
  const expiry = verify(second.slice(21, 27), second.charAt(27));
  const optional = second.slice(28, 42);
  // An empty field may have a filler instead of its check digit.
  const checkedOptional =
    second.charAt(42) === '<' && /^<+$/.test(optional) ? '' : verify(optional, second.charAt(42));
  const compositeText = second.slice(0, 10) + second.slice(13, 20) + second.slice(21, 43);
  const composite = verify(compositeText, second.charAt(43));
  return {
    format: 'TD3',
    documentCode: first.slice(0, 2),
    issuer: first.slice(2, 5),
    nationality: second.slice(10, 13),
    documentNumber: number && replaceFillers(number),
    birthDate: birth && toBirthDate(birth, today),
    sex: SEXES.get(second.charAt(20)),
    expiryDate: expiry && toExpiryDate(expiry),
    optional: replaceFillers(optional),
    ...parseNames(first.slice(5)),
    isVerified: [number, birth, expiry, checkedOptional, composite].every(
      (value) => value !== undefined,
    ),
  };
}

const SEXES: ReadonlyMap<string, Sex> = new Map([
  ['M', 'male'],
  ['F', 'female'],
  ['X', 'non_binary'],
  // Zones have a filler for X (ICAO 9303, part 4).
  ['<', 'non_binary'],
]);

/** End of a line whose names are complete. Before a single filler, OCR may have misread the last letter. */
const UNCUT_END = '<<';

function parseNames(
  text: string,
): Pick<Mrz, 'surnames' | 'givenNames' | 'isNameTruncated' | 'isNameCut'> {
  const [surnames = '', givenNames = ''] = text.split('<<', 2);
  return {
    surnames: surnames.split('<').filter((word) => word !== ''),
    givenNames: replaceFillers(givenNames),
    isNameTruncated: !text.endsWith(UNCUT_END),
    isNameCut: !text.endsWith('<'),
  };
}

function replaceFillers(text: string): string {
  return text.replace(/<+/g, ' ').trim();
}

/** Returns the text when its check digit is correct, otherwise undefined. */
function verify(text: string, digit: string): string | undefined {
  return computeCheckDigit(text) === digit ? text : undefined;
}

const WEIGHTS = [7, 3, 1];
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Computes the check digit of ICAO 9303. Fillers count as 0, letters from 10. */
export function computeCheckDigit(text: string): string {
  const sum = Array.from(text).reduce(
    (total, character, index) =>
      total + Math.max(0, CHARACTERS.indexOf(character)) * (WEIGHTS[index % 3] ?? 0),
    0,
  );
  return String(sum % 10);
}

/** Returns the latest date with this two-digit year that is not after `today`, or undefined when none is valid. */
function toBirthDate(text: string, today: string): string | undefined {
  const days = ['20', '19']
    .map((century) => toDate(century, text))
    .filter((day) => isCalendarDate(day));
  return days.find((day) => day <= today);
}

/** Returns the date in this century, because all documents in use expire in it. */
function toExpiryDate(text: string): string | undefined {
  const day = toDate('20', text);
  return isCalendarDate(day) ? day : undefined;
}

function toDate(century: string, text: string): string {
  return `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
}
