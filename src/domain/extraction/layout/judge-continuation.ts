import type { PlacedWord } from './cells.ts';

/** Column of a value: the left edges of its label and of its first line, and the left edge of the next column. */
export type Column = {
  labelLeft: number;
  valueLeft: number;
  right: number | undefined;
  /** Average width of a character, in fractions of the page. */
  unit: number;
};

/** Maximum distance of two aligned words, in characters. */
export const ALIGNED_MAX = 2;

/** Last word of a value, first word of the line below, and right edge of the text around them. */
type Continuation = { previous: PlacedWord; first: PlacedWord; edge: number };

/**
 * Judges whether a line continues a value. `joined`: it begins below the value and not below the label, or its first
 * word did not fit on the previous line. `open`: it begins below the label with a word that would have fitted, so it
 * may continue the value. `none`: it begins elsewhere.
 */
export function judgeContinuation(
  { labelLeft, valueLeft, right, unit }: Column,
  { previous, first, edge }: Continuation,
): 'joined' | 'open' | 'none' {
  const isBelowValue = Math.abs(first.left - valueLeft) < ALIGNED_MAX * unit;
  const isBelowLabel = Math.abs(first.left - labelLeft) < ALIGNED_MAX * unit;
  if (!isBelowValue && !isBelowLabel) return 'none';
  if (isBelowValue && !isBelowLabel) return 'joined';
  const didNotFit = previous.right + unit + first.right - first.left > (right ?? edge) - unit;
  return didNotFit ? 'joined' : 'open';
}

/** True for a text that ends with a connective, dash, comma or slash, so that more text must follow. */
export function isUnfinished(text: string): boolean {
  return /(?:[-–—,/]|\s(?:DE|DEL|LA|LOS|LAS|Y|AL?))$/i.test(text);
}

/** True when a text is in capitals or without letters, or the value is not in capitals. Headings have lower case. */
export function hasSameStyle(value: string, text: string): boolean {
  return !/\p{L}/u.test(text) || !isCapitals(value) || isCapitals(text);
}

export function isCapitals(text: string): boolean {
  return /\p{L}{2}/u.test(text) && text === text.toUpperCase();
}

/** Maximum distance of two lines of a value, in heights of the text. */
const DISTANCE_MAX = 2.4;

/** True when a word is near enough below another to continue its value. */
export function isNear(above: PlacedWord, below: PlacedWord): boolean {
  return below.top - above.top <= DISTANCE_MAX * Math.max(below.height, above.height);
}

/** True when a word begins between the label of a column and the next column. */
export function isInColumn({ labelLeft, right, unit }: Column, { left }: PlacedWord): boolean {
  return left >= labelLeft - ALIGNED_MAX * unit && (right === undefined || left < right - unit);
}
