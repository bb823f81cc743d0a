import { type ListFile, type Reading, refuseList } from '../reading.ts';
import { readRows, requireColumns } from './read-rows.ts';

/** A row whose cells are asked for by the names of their columns; empty where the row or the table has none. */
export type TableRow = { line: number; cell: (column: string) => string };

/**
 * The rows under a header, which is the first row. Case and blanks of column names do not count. Throws OperatorError
 * where one of the required columns is missing.
 */
export async function* readTable(
  file: ListFile,
  required: readonly string[],
  reading?: Reading,
): AsyncGenerator<TableRow> {
  let columns: Map<string, number> | undefined;
  let count = 0;
  for await (const row of readRows(file, reading)) {
    const { line, cells } = row;
    if (columns === undefined) {
      count = cells.length;
      columns = new Map(cells.map((header, index) => [foldColumn(header), index]));
      requireNamed(file, columns, required);
      continue;
    }
    requireColumns(file, row, count);
    if (cells.some((cell) => cell !== '')) {
      const known = columns;
      yield { line, cell: (column) => cells[known.get(foldColumn(column)) ?? -1] ?? '' };
    }
  }
}

function requireNamed(
  file: ListFile,
  columns: ReadonlyMap<string, number>,
  required: readonly string[],
): void {
  const missing = required.filter((column) => !columns.has(foldColumn(column)));
  if (missing.length === 0) return;
  const reason = `missing column ${missing.join(', ')}; required are ${required.join(', ')}`;
  throw refuseList({ file: file.name, line: 1 }, reason);
}

function foldColumn(header: string): string {
  return header.trim().replace(/\s+/g, ' ').toLowerCase();
}
