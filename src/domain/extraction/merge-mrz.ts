import {
  correctFieldText,
  correctFillers,
  dropMisreadFillers,
  fitLength,
  type MrzFieldKind,
} from './correct-mrz.ts';
import { computeCheckDigit } from './mrz.ts';

/**
 * Merged machine-readable zone. `isVerified`: every check digit is correct. `isAgreed`: two readings agree on the
 * fields without check digit.
 */
export type MergedMrz = { lines: string[]; isVerified: boolean; isAgreed: boolean };

/** Field of a line. A field with `hasCheckDigit` ends with its own check digit. */
type MrzField = {
  line: number;
  start: number;
  end: number;
  kind: MrzFieldKind;
  hasCheckDigit?: true;
  /** True when the composite check digit at the end of the zone covers the field. */
  isInComposite?: true;
};
type MrzFormat = { start: RegExp; lines: number; length: number; fields: readonly MrzField[] };

/** Three lines of identity cards, by ICAO 9303. */
const TD1: MrzFormat = {
  start: /^[I1L][D0O<]/,
  lines: 3,
  length: 30,
  fields: [
    { line: 0, start: 0, end: 5, kind: 'letters' },
    { line: 0, start: 5, end: 15, kind: 'code', hasCheckDigit: true, isInComposite: true },
    { line: 0, start: 15, end: 30, kind: 'code', isInComposite: true },
    { line: 1, start: 0, end: 7, kind: 'digits', hasCheckDigit: true, isInComposite: true },
    { line: 1, start: 7, end: 8, kind: 'sex' },
    { line: 1, start: 8, end: 15, kind: 'digits', hasCheckDigit: true, isInComposite: true },
    { line: 1, start: 15, end: 18, kind: 'letters' },
    { line: 1, start: 18, end: 29, kind: 'code', isInComposite: true },
    { line: 1, start: 29, end: 30, kind: 'all' },
    { line: 2, start: 0, end: 30, kind: 'name' },
  ],
};
/** Two lines of passports, by ICAO 9303. */
const TD3: MrzFormat = {
  start: /^P[<A-Z]/,
  lines: 2,
  length: 44,
  fields: [
    { line: 0, start: 0, end: 44, kind: 'name' },
    { line: 1, start: 0, end: 10, kind: 'code', hasCheckDigit: true, isInComposite: true },
    { line: 1, start: 10, end: 13, kind: 'letters' },
    { line: 1, start: 13, end: 20, kind: 'digits', hasCheckDigit: true, isInComposite: true },
    { line: 1, start: 20, end: 21, kind: 'sex' },
    { line: 1, start: 21, end: 28, kind: 'digits', hasCheckDigit: true, isInComposite: true },
    { line: 1, start: 28, end: 43, kind: 'code', isInComposite: true },
    { line: 1, start: 43, end: 44, kind: 'all' },
  ],
};
/** Maximum difference between the length of a read line and that of the format. */
const LENGTH_TOLERANCE = 3;
/** Maximum number of combinations of readings that are tried, which bounds the work on an unreadable zone. */
const COMBINATIONS_MAX = 512;

/**
 * Merges several readings of one zone: of each field the value with a valid check digit, of the names the most
 * frequent value. Undefined when no reading has lines of a known format.
 */
export function mergeMrz(readings: readonly (readonly string[])[]): MergedMrz | undefined {
  const cleaned = readings.map((lines) => lines.map(cleanLine));
  // Lines of another length have their fields at wrong positions, and are used only if there is no reading of the
  // right length.
  for (const [format, isStrict] of [
    [TD1, true],
    [TD3, true],
    [TD1, false],
    [TD3, false],
  ] as const) {
    const alignedReadings = cleaned.map((lines) => alignLines(lines, format, isStrict));
    const isComplete = Array.from({ length: format.lines }, (_, line) => line).every((line) =>
      alignedReadings.some((lines) => lines[line] !== undefined),
    );
    if (isComplete) return mergeFields(alignedReadings, format);
  }
  return undefined;
}

type AlignedLines = readonly (string | undefined)[];

/**
 * Returns the lines of the zone from its first one, all of the length of the format. A line of another length is fitted
 * within the tolerance when it has a run of fillers or the alignment is not strict; otherwise it is undefined.
 */
function alignLines(
  reading: readonly string[],
  { start, lines: count, length }: MrzFormat,
  isStrict: boolean,
): AlignedLines {
  const lines = reading.map((line) => dropMisreadFillers(line, length));
  const firstIndex = lines.findIndex(
    (line) => start.test(line) && Math.abs(line.length - length) <= LENGTH_TOLERANCE,
  );
  const zone = firstIndex === -1 ? [] : lines.slice(firstIndex, firstIndex + count);
  const tolerance = isStrict ? 0 : LENGTH_TOLERANCE;
  return zone.map((line) =>
    Math.abs(line.length - length) <= (/<{3}/.test(line) ? LENGTH_TOLERANCE : tolerance)
      ? fitLength(line, length)
      : undefined,
  );
}

/** Removes characters that a zone cannot have, and replaces letters that look like fillers within a run of fillers. */
function cleanLine(line: string): string {
  const characters = line.toUpperCase().replace(/[^A-Z0-9<]/g, '');
  return characters
    .replace(/<[<CKL]*$/, (run) => '<'.repeat(run.length))
    .replace(/<{2}[<CKL]{4,}(?=[0-9<])/g, (run) => '<'.repeat(run.length))
    .replace(/^.*$/, correctFillers);
}

function mergeFields(aligned: readonly AlignedLines[], format: MrzFormat): MergedMrz {
  const fields = format.fields.map((field) => rankReadings(field, aligned));
  const isEachVerified = fields.every(
    ({ field, texts }) => field.hasCheckDigit === undefined || texts.some(hasValidCheckDigit),
  );
  const combination = findVerifiedCombination(fields);
  const texts = combination ?? fields.map((candidate) => candidate.texts[0] ?? '');
  const lines = Array.from({ length: format.lines }, (_, line) =>
    format.fields.map((field, index) => (field.line === line ? texts[index] : '')).join(''),
  );
  const isAgreed = fields.every(
    ({ field, counts }, index) =>
      field.isInComposite === true ||
      field.kind === 'all' ||
      (counts.get(texts[index] ?? '') ?? 0) > 1,
  );
  return {
    lines,
    isVerified: isEachVerified && combination !== undefined,
    isAgreed,
  };
}

type FieldReadings = { field: MrzField; texts: string[]; counts: ReadonlyMap<string, number> };

/** Returns the values read for a field, most probable first; if some have a valid check digit, only these. */
function rankReadings(field: MrzField, aligned: readonly AlignedLines[]): FieldReadings {
  const values = aligned.flatMap((lines) => {
    const line = lines[field.line];
    return line === undefined ? [] : correctFieldText(field, line.slice(field.start, field.end));
  });
  const counts = new Map<string, number>();
  for (const text of values) counts.set(text, (counts.get(text) ?? 0) + 1);
  const getWeight = (text: string): number => (counts.get(text) ?? 0) + getBonus(field, text);
  const texts = [...counts.keys()].toSorted(
    (first, second) => getWeight(second) - getWeight(first),
  );
  const verifiedTexts = field.hasCheckDigit === undefined ? [] : texts.filter(hasValidCheckDigit);
  return { field, texts: verifiedTexts.length > 0 ? verifiedTexts : texts, counts };
}

/** Returns a weight that is added to the count of a value. */
function getBonus({ kind, line, start, hasCheckDigit }: MrzField, text: string): number {
  // Mexico wins a tie.
  if (kind === 'letters' && text.endsWith('MEX')) return 0.5;
  // OCR loses a zero among fillers more often than it adds one, so one reading of it outweighs two without it.
  if (/^<{14}0$/.test(text)) return 1.5;
  // Check digits do not distinguish G from 6. Passport numbers begin with a letter, so that one outweighs all readings.
  const isPassportNumber = kind === 'code' && hasCheckDigit === true && line === 1 && start === 0;
  return isPassportNumber && /^[A-Z]/.test(text) ? 9 : 0;
}

function hasValidCheckDigit(text: string): boolean {
  return computeCheckDigit(text.slice(0, -1)) === text.slice(-1);
}

/** Returns the first combination of values that the composite check digit confirms. */
function findVerifiedCombination(fields: readonly FieldReadings[]): string[] | undefined {
  let combinations: string[][] = [[]];
  for (const { texts } of fields) {
    combinations = combinations
      .flatMap((combination) => texts.map((text) => [...combination, text]))
      .slice(0, COMBINATIONS_MAX);
  }
  return combinations.find((texts) => {
    const composite = texts
      .filter((_text, index) => fields[index]?.field.isInComposite === true)
      .join('');
    const digit = texts.find((_, index) => fields[index]?.field.kind === 'all');
    return computeCheckDigit(composite) === digit;
  });
}
