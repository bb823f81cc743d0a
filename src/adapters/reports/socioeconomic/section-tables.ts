import type {
  DocumentCell,
  DocumentField,
  DocumentGroup,
} from '../../../domain/socioeconomic/report.ts';
import type { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import type { Column, TableContent } from '../table.ts';
import { describeSources, formatValue, type UserNames } from './socioeconomic-words.ts';

/** Widths in points of the columns of labels and of sources; the values have the remaining width. */
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
  const differingSources = describeSources(
    cells.flatMap(({ contradictedBy }) => contradictedBy),
    names,
  );
  const difference =
    differingSources.length === 0 ? [] : [`difiere: ${differingSources.join(', ')}`];
  return [...describeSources(sources, names), ...difference].join('; ');
}

/** Width in points of the sources beside rows of several columns. */
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

/** Limits of the width of a column, and the space at both sides of a text, in points. */
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
    const textWidth = Math.max(paper.measureWidth(label, STYLES.head), ...cells) + CELL_PADDING;
    const words = label
      .split(' ')
      .map((word) => paper.measureWidth(word, STYLES.head) + CELL_PADDING);
    const widthMin = Math.max(CELL_WIDTH_MIN, ...words);
    return { widthMin, preferredWidth: Math.max(widthMin, Math.min(CELL_WIDTH_MAX, textWidth)) };
  });
  const availableWidth = paper.textWidth - ROW_SOURCE_WIDTH;
  const preferredSum = columns.reduce((sum, { preferredWidth }) => sum + preferredWidth, 0);
  if (preferredSum <= availableWidth)
    return columns.map(({ preferredWidth }) => (preferredWidth * availableWidth) / preferredSum);
  const minSum = columns.reduce((sum, { widthMin }) => sum + widthMin, 0);
  // Heads that exceed the page are cut inside words.
  if (minSum >= availableWidth) return columns.map(() => availableWidth / columns.length);
  const fraction = (availableWidth - minSum) / (preferredSum - minSum);
  return columns.map(
    ({ widthMin, preferredWidth }) => widthMin + (preferredWidth - widthMin) * fraction,
  );
}
