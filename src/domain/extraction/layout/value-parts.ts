import { type Line, locateText, type TextLocation } from '../lines.ts';
import type { PlacedWord } from './cells.ts';
import { isCapitals } from './judge-continuation.ts';

/** Part of a value on one line. */
export type ValuePart = { text: string; location: TextLocation };

/**
 * Value of a label, with a part for each line. `isOpen` is true when the page may show more of the value than the
 * parts have.
 */
export type LabelValue = { parts: ValuePart[]; isOpen: boolean };

export const NO_VALUE: LabelValue = { parts: [], isOpen: false };

/** Minimum length of a value that fills its line, where the width of the line is unknown. */
const FILLING_LENGTH = 12;

/**
 * Reads a value whose words have no positions, from its line and the line below, which is undefined when it has a
 * label. A value in capitals that fills its line continues on the next line, if that is in capitals too.
 */
export function readByText(part: ValuePart, line: Line, lineBelow: Line | undefined): LabelValue {
  if (part.text === '') return { parts: [], isOpen: false };
  const mayContinue =
    lineBelow !== undefined &&
    lineBelow.page === line.page &&
    isCapitals(part.text) &&
    isCapitals(lineBelow.text) &&
    // Years, labels and tables are no part of a value.
    !/\d{4}|[:|]/.test(lineBelow.text);
  if (!mayContinue) return { parts: [part], isOpen: false };
  if (part.text.length < FILLING_LENGTH) return { parts: [part], isOpen: true };
  return { parts: [part, toPart(lineBelow, 0, lineBelow.text.length)], isOpen: false };
}

/** Returns a part of a line without the spaces around it. */
export function toPart(line: Line, start: number, end: number): ValuePart {
  const raw = line.text.slice(start, end);
  const text = raw.trim();
  const textStart = start + raw.indexOf(text);
  return { text, location: locateText(line, textStart, textStart + text.length) };
}

/** Returns the part of a line that has a group of words, without the label before it; empty for an empty group. */
export function toParts(line: Line, group: readonly PlacedWord[], labelEnd: number): ValuePart[] {
  const [firstWord, lastWord] = [group[0], group.at(-1)];
  if (firstWord === undefined || lastWord === undefined) return [];
  return [toPart(line, Math.max(firstWord.start, labelEnd), lastWord.end)];
}

/** Returns the text of the last part, or `fallback` when there is none. */
export function getLastText(parts: readonly ValuePart[], fallback: string): string {
  return parts.at(-1)?.text ?? fallback;
}
