import { isCalendarDate } from '../shared/calendar-date.ts';
import { parseCurp } from '../tax/curp.ts';
import { listDates, parseRfc } from '../tax/rfc.ts';

/** Kinds of ids with a fixed sequence of letters and digits. */
export const ID_KINDS = ['curp', 'rfc', 'electorKey'] as const;
export type IdKind = (typeof ID_KINDS)[number];

export type IdFormat = {
  kind: IdKind;
  /** Character class of each position: `a` letter, `9` digit, `h` sex, `x` letter or digit. */
  pattern: string;
  isWellFormed: (text: string) => boolean;
  hasValidCheckDigit: (text: string) => boolean;
};

const CURP: IdFormat = {
  kind: 'curp',
  pattern: 'aaaa999999haaaaax9',
  isWellFormed: (text) => parseCurp(text)?.birthDate !== undefined,
  hasValidCheckDigit: (text) => parseCurp(text)?.checkDigit.ok === true,
};
/**
 * Key of voter cards: letters of the name, date of birth, state (01 to 33, 87 or 88 if born abroad), sex, three digits.
 */
const ELECTOR_KEY: IdFormat = {
  kind: 'electorKey',
  pattern: 'aaaaaa99999999h999',
  isWellFormed: (text) =>
    isShortDate(text.slice(6, 12)) && /^(?:0[1-9]|[12]\d|3[0-3]|8[78])/.test(text.slice(12)),
  hasValidCheckDigit: () => false,
};
const RFC: Omit<IdFormat, 'pattern'> = {
  kind: 'rfc',
  isWellFormed: (text) => listDates(parseRfc(text)?.date ?? '').length > 0,
  hasValidCheckDigit: (text) => parseRfc(text)?.checkDigit.ok === true,
};
export const ID_FORMATS: readonly IdFormat[] = [
  CURP,
  ELECTOR_KEY,
  { ...RFC, pattern: 'aaaa999999xxx' },
  { ...RFC, pattern: 'aaa999999xxx' },
];

/** True for a date of either century as `YYMMDD`. */
function isShortDate(text: string): boolean {
  const yearMonthDay = `${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  return isCalendarDate(`19${yearMonthDay}`) || isCalendarDate(`20${yearMonthDay}`);
}

/** Digits that OCR confuses with a letter, most probable first. */
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
 * Corrections for positions with letters or digits. The homonym character of a CURP and the homoclave of an RFC
 * contain no letter O.
 */
const ALPHANUMERIC: ReadonlyMap<string, string> = new Map(Object.entries({ O: '0' }));
const SEX_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ H: 'H', M: 'M', N: 'MH', W: 'M', K: 'H', X: 'X' }),
);
const LOOKALIKE_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ I: 'JL', J: 'I', L: 'I', C: 'G', G: 'C', V: 'Y', Q: 'O', O: 'Q' }),
);
/** Letters and digits that look alike, for positions that allow both. */
const LOOKALIKE_LETTERS_AND_DIGITS: ReadonlyMap<string, string> = new Map(
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

export function looksLikeDigit(character: string): boolean {
  return /\d/.test(character) || DIGITS.has(character);
}

/**
 * Returns the characters of the class that a read character may stand for, most probable first. Empty when there is
 * none.
 */
export function correctCharacter(characterClass: string, character: string): string {
  const isDigit = /\d/.test(character);
  switch (characterClass) {
    case '9':
      return isDigit ? character : (DIGITS.get(character) ?? '');
    case 'a':
      return isDigit ? (LETTERS.get(character) ?? '') : character;
    case 'h':
      return SEX_LETTERS.get(character) ?? '';
    default:
      return ALPHANUMERIC.get(character) ?? character;
  }
}

/** Returns the characters of correctCharacter, followed by those that look alike in some fonts. */
export function listLookalikes(characterClass: string, character: string): string {
  const characters = correctCharacter(characterClass, character);
  if (characterClass === 'x')
    return characters + (LOOKALIKE_LETTERS_AND_DIGITS.get(characters) ?? '');
  return characterClass === 'a'
    ? characters + (LOOKALIKE_LETTERS.get(characters) ?? '')
    : characters;
}
