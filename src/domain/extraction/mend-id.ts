import { isCalendarDate } from '../calendar-date.ts';
import { parseCurp } from '../tax/curp.ts';
import { listDates, parseRfc } from '../tax/rfc.ts';

/** Ids whose form tells where letters stand and where digits. */
export const MENDED_KINDS = ['curp', 'rfc', 'electorKey'] as const;
export type MendedKind = (typeof MENDED_KINDS)[number];

/** `doubts`: at how many places the readings said different things, or a sign could be more than one. */
export type MendedId = { kind: MendedKind; value: string; isProven: boolean; doubts: number };

type Form = {
  kind: MendedKind;
  /** `a` a letter, `9` a digit, `h` the sex, `x` either. */
  places: string;
  isOne: (text: string) => boolean;
  isProven: (text: string) => boolean;
};

const CURP: Form = {
  kind: 'curp',
  places: 'aaaa999999haaaaax9',
  isOne: (text) => parseCurp(text)?.birthDate !== undefined,
  isProven: (text) => parseCurp(text)?.checkDigit.ok === true,
};
const ELECTOR_KEY: Form = {
  kind: 'electorKey',
  places: 'aaaaaa99999999h999',
  isOne: (text) =>
    isDay(text.slice(6, 12)) && /^(?:0[1-9]|[12]\d|3[0-3]|8[78])/.test(text.slice(12)),
  isProven: () => false,
};
const RFC: Omit<Form, 'places'> = {
  kind: 'rfc',
  isOne: (text) => listDates(parseRfc(text)?.date ?? '').length > 0,
  isProven: (text) => parseRfc(text)?.checkDigit.ok === true,
};
const FORMS: readonly Form[] = [
  CURP,
  ELECTOR_KEY,
  { ...RFC, places: 'aaaa999999xxx' },
  { ...RFC, places: 'aaa999999xxx' },
];

/** What a letter may be where only a digit can stand, the likeliest first, and the other way round. */
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
    T: '7',
    Y: '7',
    J: '3',
  }),
);
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'O', 1: 'I', 5: 'S', 8: 'B', 6: 'G', 2: 'Z', 4: 'A', 7: 'T' }),
);
/** Where both can stand: the homonym's sign of a CURP and the homoclave of an RFC hold no letter O. */
const EITHER: ReadonlyMap<string, string> = new Map(Object.entries({ O: '0' }));
const SEX: ReadonlyMap<string, string> = new Map(
  Object.entries({ H: 'H', M: 'M', N: 'MH', W: 'M', K: 'H', X: 'X' }),
);
const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({ I: 'J', J: 'I', C: 'G', G: 'C', V: 'Y', Q: 'O' }),
);
const MOST_CANDIDATES = 256;
/** Of a key that nothing proves, the first reading is taken at its word. */
const SIGNS = /[^A-ZÑ&0-9]/g;

/** Whether a word is about as long as an id and has about as many digits. */
export function looksLikeId(word: string): boolean {
  const text = word.toUpperCase().replace(SIGNS, '');
  const digits = Array.from(text).filter((sign) => /\d/.test(sign) || DIGITS.has(sign)).length;
  return (
    text.length >= 11 &&
    text.length <= 20 &&
    digits >= 6 &&
    /\d{2}/.test(text) &&
    /^[A-ZÑ&]/.test(text)
  );
}

/**
 * The id that two readings of one place have in common, where letters and digits were taken for each other at some places
 * or the readings differ; undefined where neither is of a form, or more than one id could stand there.
 */
export function mendId(readings: readonly string[]): MendedId | undefined {
  const texts = readings.map((text) =>
    text
      .toUpperCase()
      .replace(/[|\][!]/g, 'I')
      .replace(SIGNS, ''),
  );
  for (const form of FORMS) {
    const fitting = texts.filter((text) => text.length === form.places.length);
    if (fitting.length === 0) continue;
    const near = mendAs(form, fitting, asPlaced);
    const mended = near?.isProven === true ? near : (mendAs(form, fitting, asLooked) ?? near);
    if (mended === undefined) continue;
    // A reading of another length is a doubt as well.
    return { ...mended, doubts: mended.doubts + texts.length - fitting.length };
  }
  return undefined;
}

type Placed = (place: string, sign: string) => string;

function mendAs(form: Form, texts: readonly string[], placed: Placed): MendedId | undefined {
  const choices = Array.from(form.places, (place, at) => [
    ...new Set(texts.flatMap((text) => Array.from(placed(place, text.charAt(at))))),
  ]);
  const count = choices.reduce((product, { length }) => product * length, 1);
  if (count === 0 || count > MOST_CANDIDATES) return undefined;
  const candidates = allOf(choices).filter((text) => form.isOne(text));
  const [first] = candidates;
  if (first === undefined) return undefined;
  const doubts = choices.filter(({ length }) => length > 1).length;
  const proven = candidates.filter((text) => form.isProven(text));
  const [only, other] = proven;
  if (only === undefined) return { kind: form.kind, value: first, isProven: false, doubts };
  // Two that a check digit lets pass: nobody knows which.
  if (other !== undefined) return { kind: form.kind, value: only, isProven: false, doubts };
  return { kind: form.kind, value: only, isProven: true, doubts };
}

function asPlaced(place: string, sign: string): string {
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

/** The same, with the letters that look alike in some faces. */
function asLooked(place: string, sign: string): string {
  const signs = asPlaced(place, sign);
  return place === 'a' ? signs + (ALIKE.get(signs) ?? '') : signs;
}

function allOf(choices: readonly (readonly string[])[]): string[] {
  return choices.reduce<string[]>(
    (made, signs) => made.flatMap((start) => signs.map((sign) => start + sign)),
    [''],
  );
}

function isDay(text: string): boolean {
  const rest = `${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  return isCalendarDate(`19${rest}`) || isCalendarDate(`20${rest}`);
}
