import type { PageSource } from './document-content.ts';

/** Groups of characters that OCR confuses. The first character represents its group. */
const LOOKALIKES = ['CG6', 'OQD0', 'IJL1', 'S5', 'B8', 'Z2', 'EF', 'UV', 'MN'];
const REPRESENTATIVES: ReadonlyMap<string, string> = new Map(
  LOOKALIKES.flatMap((group) =>
    Array.from(group, (character) => [character, group.charAt(0)] as const),
  ),
);

/**
 * Replaces characters of folded text by the representative of their group, so that misread labels match. Positions of
 * characters do not change.
 */
export function foldLookalikes(folded: string): string {
  return folded.replace(/[A-Z0-9]/g, (character) => REPRESENTATIVES.get(character) ?? character);
}

/**
 * Converts a pattern for folded text to one for text with replaced lookalikes. The pattern must not contain character
 * ranges (except `A-Z` and `0-9`) or quantifiers with numbers.
 */
export function toLookalikePattern({ source, flags }: RegExp): RegExp {
  const parts = source.replace(/\\.|0-9|[A-Z0-9]/g, (part) => REPRESENTATIVES.get(part) ?? part);
  return new RegExp(parts, flags);
}

/** Returns the index of a label in a line, also when OCR misread some of its letters, or -1. */
export function findLabelIndex(
  { source, folded }: { source: PageSource; folded: string },
  label: RegExp,
): number {
  return source === 'ocr'
    ? foldLookalikes(folded).search(toLookalikePattern(label))
    : folded.search(label);
}
