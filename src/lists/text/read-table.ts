import { createListError, type ListFile, type ReadReport } from '../list-reader.ts';
import { readRows, requireColumnCount } from './read-rows.ts';

/** Row with access to its cells by column name. A cell that the row or the table does not have is empty. */
export type TableRow = { line: number; cell: (column: string) => string };

/**
 * Yields the rows below the header row that are not blank. Column names are compared without case and extra spaces.
 * Throws OperatorError when a required column is missing or a row has another number of columns.
 */
export async function* readTable(
  file: ListFile,
  required: readonly string[],
  report?: ReadReport,
): AsyncGenerator<TableRow> {
  let columns: Map<string, number> | undefined;
  let columnCount = 0;
  for await (const row of readRows(file, report)) {
    const { line, cells } = row;
    if (columns === undefined) {
      columnCount = cells.length;
      columns = new Map(cells.map((header, index) => [foldColumn(header), index]));
      requireNamedColumns(file, columns, required);
      continue;
    }
    requireColumnCount(file, row, columnCount);
    if (cells.some((cell) => cell !== '')) {
      const columnIndexes = columns;
      yield { line, cell: (column) => cells[columnIndexes.get(foldColumn(column)) ?? -1] ?? '' };
    }
  }
}

function requireNamedColumns(
  file: ListFile,
  columns: ReadonlyMap<string, number>,
  required: readonly string[],
): void {
  const missing = required.filter((column) => !columns.has(foldColumn(column)));
  if (missing.length === 0) return;
  const reason = `missing column ${missing.join(', ')}; required are ${required.join(', ')}`;
  throw createListError({ file: file.name, line: 1 }, reason);
}

function foldColumn(header: string): string {
  return header.trim().replace(/\s+/g, ' ').toLowerCase();
}
