import type { Style } from './line-breaker.ts';
import type { Paper, Part, Tag } from './paper.ts';

/** Column of a table. With `isHead`, its cells are the heads of their rows. */
export type Column = {
  title: string;
  width: number;
  style?: Style;
  isHead?: true;
  align?: 'right';
};

const PADDING = 3.5;
/** Minimum number of lines on this page of a row that continues on the next one. */
const LINES_MIN = 3;
/** Height of a head of one line with its padding. */
const HEAD_HEIGHT = 22;
const START_MIN = 60;
/** Share of a page above which a row is divided at its end. */
const WHOLE_SHARE = 0.25;

export type TableParts = {
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  head: Style;
  body: Style;
  within: Part;
  /** False for a table whose rows have heads. */
  hasHead?: boolean;
};

/** Draws a table below the cursor, and its head again on each further page. */
export function drawTable(paper: Paper, parts: TableParts): void {
  const table = paper.part('Table', parts.within);
  const head = headOf(paper, parts);
  const drawHead = (): void => {
    if (head !== undefined) drawRow(paper, { cells: head, table, shade: '#e6eaf0' });
  };
  const rows = parts.rows.map((row) => cellsOf(paper, parts, row));
  paper.makeRoom(heightOfStart(paper, parts));
  drawHead();
  for (const cells of rows) {
    for (const piece of piecesOf(paper, cells, head)) {
      if (paper.makeRoom(heightOfRow(paper, piece))) drawHead();
      drawRow(paper, { cells: piece, table, shade: undefined });
    }
  }
}

/** Returns the height of the head and the first row, which stay with the heading. */
export function heightOfStart(paper: Paper, parts: Omit<TableParts, 'within'>): number {
  const height = heightOfRow(paper, cellsOf(paper, parts, parts.rows[0] ?? [])) + HEAD_HEIGHT;
  return height <= heightOfPage(paper) * WHOLE_SHARE ? height : HEAD_HEIGHT + START_MIN;
}

type Cell = { lines: string[]; width: number; style: Style; tag: Tag; align: 'right' | undefined };

type Drawn = Omit<TableParts, 'within'>;

function headOf(paper: Paper, { columns, head, hasHead = true }: Drawn): Cell[] | undefined {
  if (!hasHead) return undefined;
  return columns.map(({ title, width, align }) => ({
    lines: paper.wrap(title, width - 2 * PADDING, head),
    width,
    style: head,
    tag: 'TH',
    align,
  }));
}

function cellsOf(paper: Paper, { columns, body }: Drawn, row: readonly string[]): Cell[] {
  return columns.map(({ width, style = body, isHead, align }, at) => ({
    lines: paper.wrap(row[at] ?? '', width - 2 * PADDING, style),
    width,
    style,
    tag: isHead ? 'TH' : 'TD',
    align,
  }));
}

function heightOfRow(paper: Paper, cells: readonly Cell[]): number {
  const heights = cells.map(({ lines, style }) => paper.heightOf(lines, style));
  return Math.max(0, ...heights) + 2 * PADDING;
}

function heightOfPage({ page }: Paper): number {
  return page.height - page.bottom - page.top;
}

/** Returns the row, divided by pages when it is higher than the share. */
function piecesOf(paper: Paper, cells: Cell[], head: Cell[] | undefined): Cell[][] {
  const above = head === undefined ? 0 : heightOfRow(paper, head);
  if (heightOfRow(paper, cells) <= heightOfPage(paper) * WHOLE_SHARE) return [cells];
  const pieces: Cell[][] = [];
  let rest = cells;
  let room = paper.room;
  while (rest.some(({ lines }) => lines.length > 0)) {
    const height = Math.max(...rest.map(({ style }) => paper.heightOf([''], style)));
    const count = Math.floor((room - 2 * PADDING) / height);
    if (count >= LINES_MIN) {
      pieces.push(rest.map((cell) => ({ ...cell, lines: cell.lines.slice(0, count) })));
      rest = rest.map((cell) => ({ ...cell, lines: cell.lines.slice(count) }));
    }
    room = heightOfPage(paper) - above;
  }
  return pieces;
}

type Row = { cells: readonly Cell[]; table: Part; shade: string | undefined };

function drawRow(paper: Paper, { cells, table, shade }: Row): void {
  const height = heightOfRow(paper, cells);
  const width = cells.reduce((sum, cell) => sum + cell.width, 0);
  const { y } = paper;
  const { left } = paper.page;
  paper.adorn((doc) => {
    if (shade !== undefined) doc.rect(left, y, width, height).fill(shade);
    doc
      .moveTo(left, y + height)
      .lineTo(left + width, y + height)
      .lineWidth(0.5)
      .stroke('#c5cbd3');
  });
  const row = paper.part('TR', table);
  let x = left + PADDING;
  for (const { lines, style, tag, width: wide, align } of cells) {
    const right = align === 'right' ? { right: x + wide - 2 * PADDING } : {};
    paper.put({ tag, lines, style, within: row }, { x, y: y + PADDING, ...right });
    x += wide;
  }
  paper.y = y + height;
}
