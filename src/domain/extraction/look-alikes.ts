import type { PageSource } from './read-document.ts';

/** Signs that pictures take for each other: each stands for those of its row. */
const ROWS = ['CG6', 'OQD0', 'IJL1', 'S5', 'B8', 'Z2', 'EF', 'UV', 'MN'];
const FIRST: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap((row) => Array.from(row, (sign) => [sign, row.charAt(0)] as const)),
);

/** Folded text, sign for sign, with one sign for all that look alike: words of labels are found that were misread. */
export function foldAlike(folded: string): string {
  return folded.replace(/[A-Z0-9]/g, (sign) => FIRST.get(sign) ?? sign);
}

/**
 * What finds in such text what a pattern of words finds in folded text; it may ask for no range of signs, such as
 * digits, and for no number of them.
 */
export function alikePattern({ source, flags }: RegExp): RegExp {
  const parts = source.replace(/\\.|0-9|[A-Z0-9]/g, (part) => FIRST.get(part) ?? part);
  return new RegExp(parts, flags);
}

/** Where a label begins on a line, though a picture's letters were taken for others; -1 where it is not. */
export function searchLabel(
  { source, folded }: { source: PageSource; folded: string },
  label: RegExp,
): number {
  return source === 'ocr' ? foldAlike(folded).search(alikePattern(label)) : folded.search(label);
}
