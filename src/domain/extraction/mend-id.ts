import { guessId } from './guess-id.ts';
import {
  asLooked,
  asPlaced,
  ID_FORMS,
  type IdForm,
  looksLikeDigit,
  type MendedKind,
} from './id-forms.ts';

/**
 * `doubts`: at how many places the readings said different things, or a sign could be more than one; `isKnownDay`: the page
 * says the day of birth elsewhere.
 */
export type MendedId = {
  kind: MendedKind;
  value: string;
  isProven: boolean;
  doubts: number;
  isKnownDay: boolean;
};

const MOST_CANDIDATES = 256;
/** Of a key that nothing proves, the first reading is taken at its word. */
const SIGNS = /[^A-ZÑ&0-9]/g;
const NO_DAYS: ReadonlySet<string> = new Set();

/** Whether a word is about as long as an id and has about as many digits, or what looks like them. */
export function looksLikeId(word: string): boolean {
  const text = cleaned(word);
  const digits = Array.from(text).filter(looksLikeDigit).length;
  return (
    text.length >= 11 &&
    text.length <= 22 &&
    digits >= 6 &&
    /^[A-ZÑ&]/.test(text) &&
    // Long words of letters alone are not read again, but for those that have a day's look-alikes.
    /\d{2}|^[A-Z]{3,6}[0-9DIOQSLZBGT]{6}/.test(text)
  );
}

function cleaned(text: string): string {
  return text
    .toUpperCase()
    .replace(/[|\][!]/g, 'I')
    .replace(SIGNS, '');
}

/**
 * The id that readings of one place have in common, where letters and digits were taken for each other at some places
 * or the readings differ; undefined where none is of a form, or more than one id could stand there. `days` are those that
 * the page says elsewhere, as `YYMMDD`.
 */
export function mendId(
  readings: readonly string[],
  days: ReadonlySet<string> = NO_DAYS,
): MendedId | undefined {
  const texts = readings.map(cleaned);
  for (const form of ID_FORMS) {
    const mended = mendForm(form, texts, days);
    if (mended !== undefined)
      return { ...mended, isKnownDay: days.has(/\d{6}/.exec(mended.value)?.[0] ?? '') };
  }
  return undefined;
}

type Mended = Omit<MendedId, 'isKnownDay'>;

function mendForm(
  form: IdForm,
  texts: readonly string[],
  days: ReadonlySet<string>,
): Mended | undefined {
  const fitting = texts.filter((text) => text.length === form.places.length);
  // A reading of another length is a doubt as well.
  const others = texts.length - fitting.length;
  const near = fitting.length === 0 ? undefined : mendAs(form, fitting, asPlaced);
  if (near?.isProven === true) return { ...near, doubts: near.doubts + others };
  const looked = fitting.length === 0 ? undefined : mendAs(form, fitting, asLooked);
  if (looked?.isProven === true) return { ...looked, doubts: looked.doubts + others };
  const guess = guessId(form, texts, days);
  if (guess !== undefined)
    return { kind: form.kind, value: guess, isProven: true, doubts: GUESSED };
  const best = near ?? looked;
  return best && { ...best, doubts: best.doubts + others };
}

/** What is made of several readings none of which says it is never as sure as what was read. */
const GUESSED = 3;

type Placed = (place: string, sign: string) => string;

function mendAs(form: IdForm, texts: readonly string[], placed: Placed): Mended | undefined {
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

function allOf(choices: readonly (readonly string[])[]): string[] {
  return choices.reduce<string[]>(
    (made, signs) => made.flatMap((start) => signs.map((sign) => start + sign)),
    [''],
  );
}
