import type { Row } from '../text/read-rows.ts';

/** Normalizes a header for comparison: accents, dots, case and repeated spaces do not count. */
export function foldHeader(header: string): string {
  return header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('.', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}

/** Returns a cell of a row. Empty when the row is too short or the table has no such column. */
export function getCell({ cells }: Row, column: number | undefined): string {
  return column === undefined ? '' : (cells[column] ?? '');
}

/** Returns the index of the first column whose normalized header has a prefix, or undefined. */
export function findColumn(headers: readonly string[], prefix: string): number | undefined {
  const index = headers.findIndex((header) => header.startsWith(prefix));
  return index === -1 ? undefined : index;
}
