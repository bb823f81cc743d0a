import { findNearestId } from './find-nearest-id.ts';
import {
  correctCharacter,
  ID_FORMATS,
  type IdFormat,
  type IdKind,
  listLookalikes,
  looksLikeDigit,
} from './id-formats.ts';

/**
 * Id corrected from OCR readings. `doubts` counts the positions where readings differ or a character is ambiguous.
 * `isDateConfirmed`: the page has the date of the id elsewhere.
 */
export type CorrectedId = {
  kind: IdKind;
  value: string;
  isVerified: boolean;
  doubts: number;
  isDateConfirmed: boolean;
};

const CANDIDATES_MAX = 256;
const NON_ID_CHARACTERS = /[^A-ZÑ&0-9]/g;
const NO_DATES: ReadonlySet<string> = new Set();

/** True when a word has about the length of an id and about as many digits, or letters that look like digits. */
export function looksLikeId(word: string): boolean {
  const text = cleanReading(word);
  const digits = Array.from(text).filter(looksLikeDigit).length;
  return (
    text.length >= 11 &&
    text.length <= 22 &&
    digits >= 6 &&
    /^[A-ZÑ&]/.test(text) &&
    // Words of letters alone are not ids, except those with six letters that look like digits.
    /\d{2}|^[A-Z]{3,6}[0-9DIOQSLZBGT]{6}/.test(text)
  );
}

/** Converts a reading to the characters of ids. OCR often reads an I as a bar, bracket or exclamation mark. */
function cleanReading(text: string): string {
  return text
    .toUpperCase()
    .replace(/[|\][!]/g, 'I')
    .replace(NON_ID_CHARACTERS, '');
}

/**
 * Returns the id on which readings of one location agree after correction of confused letters and digits. Undefined
 * when no format fits or several ids are possible. `dates` are dates from elsewhere on the page, as `YYMMDD`.
 */
export function correctId(
  readings: readonly string[],
  dates: ReadonlySet<string> = NO_DATES,
): CorrectedId | undefined {
  const texts = readings.map(cleanReading);
  for (const format of ID_FORMATS) {
    const match = matchFormat(format, texts, dates);
    if (match !== undefined)
      return { ...match, isDateConfirmed: dates.has(/\d{6}/.exec(match.value)?.[0] ?? '') };
  }
  return undefined;
}

type FormatMatch = Omit<CorrectedId, 'isDateConfirmed'>;

function matchFormat(
  format: IdFormat,
  texts: readonly string[],
  dates: ReadonlySet<string>,
): FormatMatch | undefined {
  const sameLength = texts.filter((text) => text.length === format.pattern.length);
  // A reading of another length counts as a doubt.
  const otherLengths = texts.length - sameLength.length;
  const corrected =
    sameLength.length === 0 ? undefined : combineReadings(format, sameLength, correctCharacter);
  if (corrected?.isVerified === true)
    return { ...corrected, doubts: corrected.doubts + otherLengths };
  const withLookalikes =
    sameLength.length === 0 ? undefined : combineReadings(format, sameLength, listLookalikes);
  if (withLookalikes?.isVerified === true)
    return { ...withLookalikes, doubts: withLookalikes.doubts + otherLengths };
  const guess = findNearestId(format, texts, dates);
  if (guess !== undefined)
    return { kind: format.kind, value: guess, isVerified: true, doubts: GUESS_DOUBTS };
  const match = corrected ?? withLookalikes;
  return match && { ...match, doubts: match.doubts + otherLengths };
}

/** Doubts assigned to an id that was only inferred by findNearestId. */
const GUESS_DOUBTS = 3;

/** Returns the characters that may be meant in a position of the class, as one text. */
type ListReplacements = (characterClass: string, character: string) => string;

function combineReadings(
  format: IdFormat,
  texts: readonly string[],
  listReplacements: ListReplacements,
): FormatMatch | undefined {
  const choices = Array.from(format.pattern, (characterClass, index) => [
    ...new Set(
      texts.flatMap((text) => Array.from(listReplacements(characterClass, text.charAt(index)))),
    ),
  ]);
  const count = choices.reduce((product, { length }) => product * length, 1);
  if (count === 0 || count > CANDIDATES_MAX) return undefined;
  const candidates = combineChoices(choices).filter((text) => format.isWellFormed(text));
  const [first] = candidates;
  if (first === undefined) return undefined;
  const doubts = choices.filter(({ length }) => length > 1).length;
  const verified = candidates.filter((text) => format.hasValidCheckDigit(text));
  const [verifiedId, secondVerifiedId] = verified;
  if (verifiedId === undefined)
    return { kind: format.kind, value: first, isVerified: false, doubts };
  // Two candidates have a correct check digit: the id is ambiguous.
  if (secondVerifiedId !== undefined)
    return { kind: format.kind, value: verifiedId, isVerified: false, doubts };
  return { kind: format.kind, value: verifiedId, isVerified: true, doubts };
}

function combineChoices(choices: readonly (readonly string[])[]): string[] {
  return choices.reduce<string[]>(
    (prefixes, characters) =>
      prefixes.flatMap((prefix) => characters.map((character) => prefix + character)),
    [''],
  );
}
