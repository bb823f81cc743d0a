import type { FieldName } from './extracted.ts';
import type { ExtractionBuilder } from './extraction-builder.ts';
import { isBeside, joinLocations, type Line, locateText, type TextLocation } from './lines.ts';
import { foldLookalikes, toLookalikePattern } from './lookalikes.ts';

/** Label of a field as documents of a kind print it. */
export type LabelledField = {
  /** Null for a label whose value is ignored, but which ends the value before it. */
  name: FieldName | null;
  /** Source of a regular expression that matches the folded label, without the colon. */
  label: string;
  /** Returns the normalized value, or undefined when the text is not a valid one. */
  parse?: (text: string) => string | undefined;
  /** True when a valid value verifies itself, for example by a check digit. */
  isVerified?: boolean;
  /** False when the field may be absent without being reported as missing. Default true. */
  expected?: boolean;
};

export type LabelledValue = { field: LabelledField; value: string; location: TextLocation };

type LabelPattern = { field: LabelledField; pattern: RegExp };
type LabelMatch = { field: LabelledField; start: number; end: number };

/**
 * Returns the text after each label, up to the next label or the end of the line, with its continuation on the next
 * line.
 */
function findLabelledValues(
  lines: readonly Line[],
  labelledFields: readonly LabelledField[],
): LabelledValue[] {
  const patterns = labelledFields.map((field) => ({ field, pattern: toPattern(field) }));
  const patternsWithoutColon = labelledFields.map((field) => ({
    field,
    pattern: toPatternWithoutColon(field),
  }));
  const [lookalikePatterns, lookalikePatternsWithoutColon] = [patterns, patternsWithoutColon].map(
    (patternList) =>
      patternList.map(({ field, pattern }) => ({ field, pattern: toLookalikePattern(pattern) })),
  );
  const matchesByLine = lines.map(({ source, folded }) => {
    if (source !== 'ocr') return dropOverlaps(matchLabels(folded, patterns));
    const text = foldLookalikes(folded);
    const withoutColon = matchLabels(text, lookalikePatternsWithoutColon ?? []).filter(
      ({ start }) => isLabelWithoutColon(folded, start),
    );
    return dropOverlaps([...matchLabels(text, lookalikePatterns ?? []), ...withoutColon]);
  });
  return lines.flatMap((line, lineIndex) => {
    const matches = matchesByLine[lineIndex] ?? [];
    return matches.map((match, index): LabelledValue => {
      const end = matches[index + 1]?.start ?? line.text.length;
      const sameLine = sliceLine(line, match.end, end);
      const isLast = index === matches.length - 1;
      const continuation = isLast
        ? findContinuation(lines, matchesByLine, { lineIndex, match, value: sameLine.value })
        : undefined;
      if (continuation === undefined) return { field: match.field, ...sameLine };
      const rest = sliceLine(continuation, 0, continuation.text.length);
      if (sameLine.value === '') return { field: match.field, ...rest };
      const value = `${sameLine.value} ${rest.value}`.trim();
      return {
        field: match.field,
        value,
        location: joinLocations(sameLine.location, rest.location),
      };
    });
  });
}

function toPattern({ label }: LabelledField): RegExp {
  return new RegExp(`(?<![A-Z0-9])(?:${label})\\s*:`, 'g');
}

/** Matches a label whose colon OCR lost. */
function toPatternWithoutColon({ label }: LabelledField): RegExp {
  return new RegExp(`(?<![A-Z0-9])(?:${label})(?:\\s*[.;,-]+|(?=\\s|$))`, 'g');
}

/** True for a label without colon at the start of a line, and for a label of several words anywhere. */
function isLabelWithoutColon(folded: string, start: number): boolean {
  return start === 0 || /^[A-Z]+ [A-Z() ]{8}/.test(folded.slice(start));
}

function matchLabels(folded: string, patterns: readonly LabelPattern[]): LabelMatch[] {
  return patterns.flatMap(({ field, pattern }) =>
    [...folded.matchAll(pattern)].map(({ index, 0: match }) => ({
      field,
      start: index,
      end: index + match.length,
    })),
  );
}

/** Returns the first of overlapping matches, and the longer of two with the same start. */
function dropOverlaps(matches: LabelMatch[]): LabelMatch[] {
  const inOrder = matches.toSorted(
    (first, second) => first.start - second.start || second.end - first.end,
  );
  let lastEnd = 0;
  return inOrder.filter(({ start, end }) => {
    if (start < lastEnd) return false;
    lastEnd = end;
    return true;
  });
}

/** Last label of a line and the text after it. */
type LastLabel = { lineIndex: number; match: LabelMatch; value: string };
type MatchesByLine = readonly (readonly LabelMatch[])[];

/** Returns the line that has the value of the label or continues it. */
function findContinuation(
  lines: readonly Line[],
  matches: MatchesByLine,
  label: LastLabel,
): Line | undefined {
  const { lineIndex, value } = label;
  if (value === '') return findSplitLine(lines, matches, label);
  const [line, next] = [lines[lineIndex], lines[lineIndex + 1]];
  const isAlone = matches[lineIndex]?.length === 1 && matches[lineIndex + 1]?.length === 0;
  if (line === undefined || next === undefined || !isAlone) return undefined;
  return isContinuation(line, next, value) ? next : undefined;
}

/** Returns the line beside the label that has its value. OCR may read a skewed line as two. */
function findSplitLine(
  lines: readonly Line[],
  matches: MatchesByLine,
  { lineIndex, match: labelMatch }: LastLabel,
): Line | undefined {
  const line = lines[lineIndex];
  if (line?.source !== 'ocr') return undefined;
  const label = locateText(line, labelMatch.start, labelMatch.end);
  return [lineIndex + 1, lineIndex - 1]
    .filter((index) => matches[index]?.length === 0)
    .flatMap((index) => lines[index] ?? [])
    .find((candidate) => isBeside(label, candidate));
}

/** True when a value in capitals that fills its line continues on the next. Headings and footers have lower case. */
function isContinuation(line: Line, next: Line, value: string): boolean {
  if (value.length < 12 || line.page !== next.page) return false;
  return isCapitals(value) && isCapitals(next.text) && !/\d{4}|[:|]/.test(next.text);
}

function isCapitals(text: string): boolean {
  return /[A-ZÑ]{2}/i.test(text) && text === text.toUpperCase();
}

function sliceLine(
  line: Line,
  start: number,
  end: number,
): { value: string; location: TextLocation } {
  const raw = line.text.slice(start, end);
  const value = raw.trim();
  const valueStart = start + raw.indexOf(value);
  return { value, location: locateText(line, valueStart, valueStart + value.length) };
}

/** Adds the values of all labels. Equal values of a field count once; different ones make it ambiguous. */
export function putLabelled(
  lines: readonly Line[],
  labelledFields: readonly LabelledField[],
  builder: ExtractionBuilder,
): void {
  const valuesByField = Map.groupBy(
    findLabelledValues(lines, labelledFields),
    ({ field }) => field.name,
  );
  const handled = new Set<FieldName>();
  for (const { name, expected = true } of labelledFields) {
    if (name === null || handled.has(name)) continue;
    handled.add(name);
    putValue(name, valuesByField.get(name) ?? [], builder);
    if (expected) builder.markMissing(name, 'label_not_found');
  }
}

function putValue(
  name: FieldName,
  candidates: readonly LabelledValue[],
  builder: ExtractionBuilder,
): void {
  if (candidates.length === 0) return;
  const nonEmpty = candidates.filter(({ value }) => value !== '');
  if (nonEmpty.length === 0) return builder.markMissing(name, 'empty');
  const parsed = nonEmpty.flatMap(({ field, value, location }) => {
    const text = field.parse === undefined ? value : field.parse(value);
    return text === undefined ? [] : { text, location, isVerified: field.isVerified === true };
  });
  const [first] = parsed;
  if (first === undefined) return builder.markMissing(name, 'not_valid');
  if (parsed.some(({ text }) => text !== first.text)) return builder.markMissing(name, 'ambiguous');
  builder.putAt(name, first.text, first);
}
