import type { Style } from './line-breaker.ts';
import { getTextHeight } from './page.ts';
import type { Paper, StructureElement, Tag } from './paper.ts';

/** Column of a table. With `isHead`, its cells are row headers. */
export type Column = {
  title: string;
  width: number;
  style?: Style;
  isHead?: true;
  align?: 'right';
};

/** Space around the text of a cell, in points. */
const PADDING = 3.5;
/** Minimum number of lines of a row above a page break inside it. */
const LINES_MIN = 3;
/** Height reserved for a header row, which has one line in most tables. */
const HEAD_HEIGHT = 22;
/** Minimum height of the first row on the page of the header row. */
const START_MIN = 60;
/** Fraction of the page height above which a row may be split between pages. */
const SPLIT_FRACTION = 0.25;
/** Maximum fraction of the page height that is kept with the last row of a table. */
const KEEP_FRACTION = 0.5;

export type TableParts = {
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  head: Style;
  body: Style;
  within: StructureElement;
  /** False for a table with row headers only. */
  hasHead?: boolean;
  /** Height of the content below the table that stays on the page of the last row; 0 when omitted. */
  keepWith?: number;
};

/** Table without the structure element that it is drawn within. */
export type TableContent = Omit<TableParts, 'within'>;

/** Draws a table at the cursor. Repeats its header row on each page. */
export function drawTable(paper: Paper, parts: TableParts): void {
  const table = paper.addElement('Table', parts.within);
  const head = createHead(paper, parts);
  const drawHead = (): void => {
    if (head !== undefined) drawRow(paper, { cells: head, table, shade: '#e6eaf0' });
  };
  const rows = parts.rows.map((row) => createCells(paper, parts, row));
  paper.ensureHeight(measureStart(paper, parts));
  drawHead();
  const lastRow = rows.at(-1);
  for (const cells of rows) {
    const rowParts = splitRow(paper, cells, head);
    for (const rowPart of rowParts) {
      const isEnd = cells === lastRow && rowPart === rowParts.at(-1);
      const height = measureRow(paper, rowPart) + (isEnd ? getKeptHeight(paper, parts) : 0);
      if (paper.ensureHeight(height)) drawHead();
      drawRow(paper, { cells: rowPart, table, shade: undefined });
    }
  }
}

/** Returns the height to keep with the last row; 0 for content that may not fit on one page with it. */
function getKeptHeight(paper: Paper, { keepWith = 0 }: Pick<TableParts, 'keepWith'>): number {
  return keepWith <= getTextHeight(paper.page) * KEEP_FRACTION ? keepWith : 0;
}

/** Returns the height of a table on one page. */
export function measureTable(paper: Paper, parts: TableContent): number {
  const rows = parts.rows.map((row) => createCells(paper, parts, row));
  const head = createHead(paper, parts);
  return [...(head === undefined ? [] : [head]), ...rows]
    .map((cells) => measureRow(paper, cells))
    .reduce((sum, height) => sum + height, 0);
}

/**
 * Returns the height of the header row and of the first row, or of its start, which stay with the heading. An only row
 * includes the content that stays with it.
 */
export function measureStart(paper: Paper, parts: TableContent): number {
  const kept = parts.rows.length > 1 ? 0 : getKeptHeight(paper, parts);
  const row = measureRow(paper, createCells(paper, parts, parts.rows[0] ?? []));
  const height = row + HEAD_HEIGHT + kept;
  const isWhole = row + HEAD_HEIGHT <= getTextHeight(paper.page) * SPLIT_FRACTION;
  return isWhole ? height : HEAD_HEIGHT + START_MIN;
}

type Cell = { lines: string[]; width: number; style: Style; tag: Tag; align: 'right' | undefined };

function createHead(
  paper: Paper,
  { columns, head, hasHead = true }: TableContent,
): Cell[] | undefined {
  if (!hasHead) return undefined;
  return columns.map(({ title, width, align }) => ({
    lines: paper.wrap(title, width - 2 * PADDING, head),
    width,
    style: head,
    tag: 'TH',
    align,
  }));
}

function createCells(
  paper: Paper,
  { columns, body }: TableContent,
  row: readonly string[],
): Cell[] {
  return columns.map(({ width, style = body, isHead, align }, index) => ({
    lines: paper.wrap(row[index] ?? '', width - 2 * PADDING, style),
    width,
    style,
    tag: isHead ? 'TH' : 'TD',
    align,
  }));
}

function measureRow(paper: Paper, cells: readonly Cell[]): number {
  const heights = cells.map(({ lines, style }) => paper.measureHeight(lines, style));
  return Math.max(0, ...heights) + 2 * PADDING;
}

/** Splits a row by pages when it is higher than SPLIT_FRACTION; otherwise returns it whole. */
function splitRow(paper: Paper, cells: Cell[], head: Cell[] | undefined): Cell[][] {
  const headHeight = head === undefined ? 0 : measureRow(paper, head);
  if (measureRow(paper, cells) <= getTextHeight(paper.page) * SPLIT_FRACTION) return [cells];
  const rowParts: Cell[][] = [];
  let remaining = cells;
  let availableHeight = paper.remainingHeight;
  while (remaining.some(({ lines }) => lines.length > 0)) {
    const height = Math.max(...remaining.map(({ style }) => paper.measureHeight([''], style)));
    const count = Math.floor((availableHeight - 2 * PADDING) / height);
    if (count >= LINES_MIN) {
      rowParts.push(remaining.map((cell) => ({ ...cell, lines: cell.lines.slice(0, count) })));
      remaining = remaining.map((cell) => ({ ...cell, lines: cell.lines.slice(count) }));
    }
    availableHeight = getTextHeight(paper.page) - headHeight;
  }
  return rowParts;
}

type Row = { cells: readonly Cell[]; table: StructureElement; shade: string | undefined };

function drawRow(paper: Paper, { cells, table, shade }: Row): void {
  const height = measureRow(paper, cells);
  const width = cells.reduce((sum, cell) => sum + cell.width, 0);
  const { y } = paper;
  const { left } = paper.page;
  paper.drawDecoration((doc) => {
    if (shade !== undefined) doc.rect(left, y, width, height).fill(shade);
    doc
      .moveTo(left, y + height)
      .lineTo(left + width, y + height)
      .lineWidth(0.5)
      .stroke('#c5cbd3');
  });
  const row = paper.addElement('TR', table);
  let x = left + PADDING;
  for (const { lines, style, tag, width: cellWidth, align } of cells) {
    const right = align === 'right' ? { right: x + cellWidth - 2 * PADDING } : {};
    paper.drawLines({ tag, lines, style, within: row }, { x, y: y + PADDING, ...right });
    x += cellWidth;
  }
  paper.y = y + height;
}
