import type { Row } from '../text/read-rows.ts';

/** A header as it is compared: accents, dots, case and repeated blanks do not count. */
export function foldHeader(header: string): string {
  return header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('.', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}

/** The cell of a row, empty where the row is too short or the table has no such column. */
export function cellOf({ cells }: Row, column: number | undefined): string {
  return column === undefined ? '' : (cells[column] ?? '');
}

/** The number of the first column whose folded header begins so; undefined where none does. */
export function findColumn(headers: readonly string[], start: string): number | undefined {
  const found = headers.findIndex((header) => header.startsWith(start));
  return found === -1 ? undefined : found;
}
