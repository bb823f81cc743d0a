import type {
  DocumentCell,
  DocumentField,
  DocumentGroup,
} from '../../../domain/socioeconomic/report.ts';
import type { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import type { Column, TableContent } from '../table.ts';
import { describeSources, formatValue, type UserNames } from './socioeconomic-words.ts';

const LABEL_WIDTH = 150;
const SOURCE_WIDTH = 110;

/** Creates the table of the fields of a section, with a row for each. */
export function createFactsTable(
  paper: Paper,
  fields: readonly DocumentField[],
  names: UserNames,
): TableContent {
  const columns: Column[] = [
    { title: 'Dato', width: LABEL_WIDTH, style: STYLES.head, isHead: true },
    { title: 'Valor', width: paper.textWidth - LABEL_WIDTH - SOURCE_WIDTH },
    { title: 'Fuente', width: SOURCE_WIDTH, style: STYLES.source },
  ];
  const rows = fields.map((field) => [
    field.label,
    formatValue(field),
    describeCellSources([field], names),
  ]);
  return { columns, rows, head: STYLES.head, body: STYLES.cell, hasHead: false };
}

/** Returns the sources of the cells, each once, and the sources that state a different value. */
function describeCellSources(
  cells: readonly Exclude<DocumentCell, null>[],
  names: UserNames,
): string {
  const sources = cells.map(({ source }) => source);
  const others = describeSources(
    cells.flatMap(({ contradictedBy }) => contradictedBy),
    names,
  );
  const differs = others.length === 0 ? [] : [`difiere: ${others.join(', ')}`];
  return [...describeSources(sources, names), ...differs].join('; ');
}

const ROW_SOURCE_WIDTH = 84;

/** Creates the table of a group, with the sources of each row in the last column. */
export function createGroupTable(
  paper: Paper,
  { columns, rows }: DocumentGroup,
  names: UserNames,
): TableContent {
  const texts = rows.map((row) => row.map((cell) => (cell === null ? '—' : formatValue(cell))));
  const widths = computeWidths(
    paper,
    columns.map(({ label }) => label),
    texts,
  );
  return {
    columns: [
      ...columns.map(
        ({ label, kind }, index): Column => ({
          title: label,
          width: widths[index] ?? 0,
          ...(kind === 'money' || kind === 'count' ? { align: 'right' } : {}),
        }),
      ),
      { title: 'Fuente', width: ROW_SOURCE_WIDTH, style: STYLES.source },
    ],
    rows: rows.map((row, index) => [
      ...(texts[index] ?? []),
      describeCellSources(
        row.filter((cell) => cell !== null),
        names,
      ),
    ]),
    head: STYLES.head,
    body: STYLES.cell,
  };
}

const CELL_WIDTH_MIN = 30;
const CELL_WIDTH_MAX = 220;
const CELL_PADDING = 9;

/**
 * Returns the widths of the columns by their content, so that they fill the page. When the content exceeds the page,
 * wide columns are reduced most, but none below the longest word of its head, unless even the heads exceed the page.
 */
function computeWidths(
  paper: Paper,
  labels: readonly string[],
  rows: readonly (readonly string[])[],
): number[] {
  const columns = labels.map((label, index) => {
    const cells = rows.map((row) => paper.measureWidth(row[index] ?? '', STYLES.cell));
    const widest = Math.max(paper.measureWidth(label, STYLES.head), ...cells) + CELL_PADDING;
    const words = label
      .split(' ')
      .map((word) => paper.measureWidth(word, STYLES.head) + CELL_PADDING);
    const least = Math.max(CELL_WIDTH_MIN, ...words);
    return { least, preferred: Math.max(least, Math.min(CELL_WIDTH_MAX, widest)) };
  });
  const availableWidth = paper.textWidth - ROW_SOURCE_WIDTH;
  const sum = columns.reduce((all, { preferred }) => all + preferred, 0);
  if (sum <= availableWidth)
    return columns.map(({ preferred }) => (preferred * availableWidth) / sum);
  const least = columns.reduce((all, column) => all + column.least, 0);
  // Heads that exceed the page are cut inside words.
  if (least >= availableWidth) return columns.map(() => availableWidth / columns.length);
  const fraction = (availableWidth - least) / (sum - least);
  return columns.map((column) => column.least + (column.preferred - column.least) * fraction);
}
