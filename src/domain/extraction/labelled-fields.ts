import type { FieldName } from './extracted.ts';
import type { ExtractionBuilder } from './extraction-builder.ts';
import { type Cell, listBelow, toCells } from './layout/cells.ts';
import { ValueReader } from './layout/read-value.ts';
import type { LabelValue } from './layout/value-parts.ts';
import { joinLocations, type Line, locateText, type TextLocation } from './lines.ts';
import { foldLookalikes, toLookalikePattern } from './lookalikes.ts';
import { normalizeText } from './values.ts';

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

export type LabelledValue = { field: LabelledField } & LabelValue;

type LabelPattern = { field: LabelledField; pattern: RegExp };
type LabelMatch = { field: LabelledField; start: number; end: number };

/**
 * Returns the text beside each label, with its continuation on the next lines. Without such text it is the text below
 * the label, except for a field for which any text is valid.
 */
function findLabelledValues(
  lines: readonly Line[],
  labelledFields: readonly LabelledField[],
): LabelledValue[] {
  const matchesByLine = findLabels(lines, labelledFields);
  const reader = new ValueReader(lines, matchesByLine);
  const cells = toCells(lines);
  const cellsByLine = Map.groupBy(cells, (cell) => cell.lineIndex);
  return matchesByLine.flatMap((matches, lineIndex) =>
    matches.map(({ field, start }, index): LabelledValue => {
      const value = reader.read({ lineIndex, index });
      const hasText = value.parts.some(({ text }) => text !== '');
      if (hasText || field.name === null || acceptsAnyText(field)) return { field, ...value };
      const label = cellsByLine.get(lineIndex)?.find((cell) => cell.start === start);
      const [below] = label === undefined ? [] : listBelow(cells, label, 1);
      const isLabel = below !== undefined && hasLabelIn(matchesByLine, below);
      if (below === undefined || isLabel) return { field, ...value };
      const location = locateText(below, 0, below.text.length);
      return { field, parts: [{ text: below.text, location }], isOpen: false };
    }),
  );
}

function hasLabelIn(matchesByLine: readonly (readonly LabelMatch[])[], cell: Cell): boolean {
  const matches = matchesByLine[cell.lineIndex] ?? [];
  return matches.some(({ start }) => start >= cell.start && start < cell.end);
}

/** True for a field for which any text is valid, so that only the layout shows where its value ends. */
function acceptsAnyText({ parse }: LabelledField): boolean {
  return parse === undefined || parse === normalizeText;
}

function findLabels(
  lines: readonly Line[],
  labelledFields: readonly LabelledField[],
): LabelMatch[][] {
  const patterns = labelledFields.map((field) => ({ field, pattern: toPattern(field) }));
  const patternsWithoutColon = labelledFields.map((field) => ({
    field,
    pattern: toPatternWithoutColon(field),
  }));
  const [lookalikePatterns, lookalikePatternsWithoutColon] = [patterns, patternsWithoutColon].map(
    (patternList) =>
      patternList.map(({ field, pattern }) => ({ field, pattern: toLookalikePattern(pattern) })),
  );
  return lines.map(({ source, folded }) => {
    if (source !== 'ocr') return dropOverlaps(matchLabels(folded, patterns));
    const text = foldLookalikes(folded);
    const withoutColon = matchLabels(text, lookalikePatternsWithoutColon ?? []).filter(
      ({ start }) => isLabelWithoutColon(folded, start),
    );
    return dropOverlaps([...matchLabels(text, lookalikePatterns ?? []), ...withoutColon]);
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

/** Returns the matches without overlaps: the first of overlapping ones, and the longer of two with the same start. */
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
  const handledNames = new Set<FieldName>();
  for (const { name, expected = true } of labelledFields) {
    if (name === null || handledNames.has(name)) continue;
    handledNames.add(name);
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
  const nonEmptyValues = candidates.filter(({ parts }) => parts.some(({ text }) => text !== ''));
  if (nonEmptyValues.length === 0) return builder.markMissing(name, 'empty');
  const parsedValues = nonEmptyValues.flatMap((candidate) => parseParts(candidate) ?? []);
  const [firstValue] = parsedValues;
  if (firstValue === undefined) return builder.markMissing(name, 'not_valid');
  if (parsedValues.some(({ text }) => text !== firstValue.text))
    return builder.markMissing(name, 'ambiguous');
  builder.putAt(name, firstValue.text, firstValue);
  const confidence = Math.min(OPEN_CONFIDENCE_MAX, builder.findField(name)?.confidence ?? 0);
  if (parsedValues.every(({ isOpen }) => isOpen)) builder.update(name, { confidence });
}

/** Maximum confidence of a value that may continue on the next line. Values below 0.9 need review. */
const OPEN_CONFIDENCE_MAX = 0.85;

type ParsedValue = { text: string; location: TextLocation; isVerified: boolean; isOpen: boolean };

/** Parses a value: a text with all its lines, another value with as few as make it valid. */
function parseParts({ field, parts, isOpen }: LabelledValue): ParsedValue | undefined {
  const counts = acceptsAnyText(field) ? [parts.length] : parts.map((_, index) => index + 1);
  for (const count of counts) {
    const usedParts = parts.slice(0, count);
    const joined = usedParts.map((part) => part.text).join(' ');
    const text = field.parse === undefined ? joined : field.parse(joined);
    const location = joinLocations(usedParts.map((part) => part.location));
    const isVerified = field.isVerified === true;
    if (text !== undefined && location !== undefined)
      return { text, location, isVerified, isOpen: isOpen && acceptsAnyText(field) };
  }
  return undefined;
}
