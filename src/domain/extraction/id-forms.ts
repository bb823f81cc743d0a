import { isCalendarDate } from '../shared/calendar-date.ts';
import { parseCurp } from '../tax/curp.ts';
import { listDates, parseRfc } from '../tax/rfc.ts';

/** Kinds of ids with fixed positions of letters and digits. */
export const MENDED_KINDS = ['curp', 'rfc', 'electorKey'] as const;
export type MendedKind = (typeof MENDED_KINDS)[number];

export type IdForm = {
  kind: MendedKind;
  /** `a` a letter, `9` a digit, `h` the sex, `x` either. */
  places: string;
  isOne: (text: string) => boolean;
  isProven: (text: string) => boolean;
};

const CURP: IdForm = {
  kind: 'curp',
  places: 'aaaa999999haaaaax9',
  isOne: (text) => parseCurp(text)?.birthDate !== undefined,
  isProven: (text) => parseCurp(text)?.checkDigit.ok === true,
};
const ELECTOR_KEY: IdForm = {
  kind: 'electorKey',
  places: 'aaaaaa99999999h999',
  isOne: (text) =>
    isDay(text.slice(6, 12)) && /^(?:0[1-9]|[12]\d|3[0-3]|8[78])/.test(text.slice(12)),
  isProven: () => false,
};
const RFC: Omit<IdForm, 'places'> = {
  kind: 'rfc',
  isOne: (text) => listDates(parseRfc(text)?.date ?? '').length > 0,
  isProven: (text) => parseRfc(text)?.checkDigit.ok === true,
};
export const ID_FORMS: readonly IdForm[] = [
  CURP,
  ELECTOR_KEY,
  { ...RFC, places: 'aaaa999999xxx' },
  { ...RFC, places: 'aaa999999xxx' },
];

function isDay(text: string): boolean {
  const rest = `${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  return isCalendarDate(`19${rest}`) || isCalendarDate(`20${rest}`);
}

/** Digits that a letter may be confused with, most probable first, and the reverse. */
const DIGITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    O: '0',
    D: '0',
    Q: '0',
    I: '1',
    L: '1',
    S: '53',
    B: '8',
    G: '69',
    Z: '2',
    A: '4',
    T: '71',
    Y: '7',
    J: '3',
  }),
);
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'O', 1: 'I', 5: 'S', 8: 'B', 6: 'G', 2: 'Z', 4: 'A', 7: 'T' }),
);
/**
 * Corrections for positions with letters or digits: the homonym character of a CURP and the homoclave of an RFC contain
 * no letter O.
 */
const EITHER: ReadonlyMap<string, string> = new Map(Object.entries({ O: '0' }));
const SEX: ReadonlyMap<string, string> = new Map(
  Object.entries({ H: 'H', M: 'M', N: 'MH', W: 'M', K: 'H', X: 'X' }),
);
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({ I: 'JL', J: 'I', L: 'I', C: 'G', G: 'C', V: 'Y', Q: 'O', O: 'Q' }),
);
/** A letter and a digit that look alike, where both can stand. */
const SWAPPED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    I: '1',
    1: 'I',
    S: '5',
    5: 'S',
    B: '8',
    8: 'B',
    Z: '2',
    2: 'Z',
    G: '6',
    6: 'G',
  }),
);

export function looksLikeDigit(sign: string): boolean {
  return /\d/.test(sign) || DIGITS.has(sign);
}

/** The signs that one which was read may be at a place of a form; none where it can be none. */
export function asPlaced(place: string, sign: string): string {
  const isDigit = /\d/.test(sign);
  switch (place) {
    case '9':
      return isDigit ? sign : (DIGITS.get(sign) ?? '');
    case 'a':
      return isDigit ? (LETTERS.get(sign) ?? '') : sign;
    case 'h':
      return SEX.get(sign) ?? '';
    default:
      return EITHER.get(sign) ?? sign;
  }
}

/** The same, with the signs that look alike in some faces. */
export function asLooked(place: string, sign: string): string {
  const signs = asPlaced(place, sign);
  if (place === 'x') return signs + (SWAPPED.get(signs) ?? '');
  return place === 'a' ? signs + (ALIKE.get(signs) ?? '') : signs;
}
