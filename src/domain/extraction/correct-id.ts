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
 * Id corrected from OCR readings. `isVerified`: it is the only candidate with a correct check digit. `doubts`
 * counts the positions where readings differ or a character is ambiguous, and the readings of another length; an id
 * that findNearestId inferred has GUESS_DOUBTS. `isDateConfirmed`: the page has the date of the id elsewhere.
 */
export type CorrectedId = {
  kind: IdKind;
  value: string;
  isVerified: boolean;
  doubts: number;
  isDateConfirmed: boolean;
};

/**
 * Maximum number of ids to try: more ambiguous readings prove nothing, since one id in ten has a correct check digit.
 */
const CANDIDATES_MAX = 256;
const NON_ID_CHARACTERS = /[^A-ZÑ&0-9]/g;
const NO_DATES: ReadonlySet<string> = new Set();

/**
 * True when a word has about the length of an id, 12 to 18 characters, and the six digits of a date, or letters that
 * look like digits.
 */
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
 * Returns the id on which readings of one location agree after correction of confused letters and digits, in the first
 * format that fits. When no candidate or several have a correct check digit, the first one is returned, unverified.
 * Undefined when no format fits. `dates` are dates from elsewhere on the page, as `YYMMDD`.
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
  const fittingTexts = texts.filter((text) => text.length === format.pattern.length);
  // A reading of another length counts as a doubt.
  const otherLengthCount = texts.length - fittingTexts.length;
  const correctedMatch =
    fittingTexts.length === 0 ? undefined : combineReadings(format, fittingTexts, correctCharacter);
  if (correctedMatch?.isVerified === true)
    return { ...correctedMatch, doubts: correctedMatch.doubts + otherLengthCount };
  const lookalikeMatch =
    fittingTexts.length === 0 ? undefined : combineReadings(format, fittingTexts, listLookalikes);
  if (lookalikeMatch?.isVerified === true)
    return { ...lookalikeMatch, doubts: lookalikeMatch.doubts + otherLengthCount };
  const nearestId = findNearestId(format, texts, dates);
  if (nearestId !== undefined)
    return { kind: format.kind, value: nearestId, isVerified: true, doubts: GUESS_DOUBTS };
  const match = correctedMatch ?? lookalikeMatch;
  return match && { ...match, doubts: match.doubts + otherLengthCount };
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
  const [firstCandidate] = candidates;
  if (firstCandidate === undefined) return undefined;
  const doubts = choices.filter(({ length }) => length > 1).length;
  const [verifiedId, secondVerifiedId] = candidates.filter((text) =>
    format.hasValidCheckDigit(text),
  );
  if (verifiedId === undefined)
    return { kind: format.kind, value: firstCandidate, isVerified: false, doubts };
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
