import { PAGE, type Paper, type Part, type Style } from './paper.ts';

export type Column = { title: string; width: number; style?: Style };

const PADDING = 3.5;

export type TableParts = {
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  head: Style;
  body: Style;
  within: Part;
};

/** A table below the cursor; its head stands again on each page that it goes on to. */
export function drawTable(paper: Paper, { columns, rows, head, body, within }: TableParts): void {
  const table = paper.part('Table', within);
  const drawHead = (): void => {
    const cells = columns.map(({ title, width }) => ({ text: title, width, style: head }));
    drawRow(paper, { cells, tag: 'TH', table, shade: '#e6eaf0' });
  };
  const first = rows[0] ?? [];
  paper.makeRoom(heightOfRow(paper, cellsOf(columns, first, body)) + 22);
  drawHead();
  for (const row of rows) {
    const cells = cellsOf(columns, row, body);
    if (paper.makeRoom(heightOfRow(paper, cells))) drawHead();
    drawRow(paper, { cells, tag: 'TD', table, shade: undefined });
  }
}

type Cell = { text: string; width: number; style: Style };

function cellsOf(columns: readonly Column[], row: readonly string[], body: Style): Cell[] {
  return columns.map(({ width, style }, at) => ({
    text: row[at] ?? '',
    width,
    style: style ?? body,
  }));
}

function heightOfRow(paper: Paper, cells: readonly Cell[]): number {
  const heights = cells.map((cell) => paper.heightOf(linesOf(paper, cell), cell.style));
  return Math.max(0, ...heights) + 2 * PADDING;
}

function linesOf(paper: Paper, { text, width, style }: Cell): string[] {
  return paper.wrap(text, width - 2 * PADDING, style);
}

type Row = { cells: readonly Cell[]; tag: 'TH' | 'TD'; table: Part; shade: string | undefined };

function drawRow(paper: Paper, { cells, tag, table, shade }: Row): void {
  const height = heightOfRow(paper, cells);
  const width = cells.reduce((sum, cell) => sum + cell.width, 0);
  const { y } = paper;
  paper.adorn((doc) => {
    if (shade !== undefined) doc.rect(PAGE.left, y, width, height).fill(shade);
    doc
      .moveTo(PAGE.left, y + height)
      .lineTo(PAGE.left + width, y + height)
      .lineWidth(0.5)
      .stroke('#c5cbd3');
  });
  const row = paper.part('TR', table);
  let x = PAGE.left + PADDING;
  for (const cell of cells) {
    const lines = linesOf(paper, cell);
    paper.put({ tag, lines, style: cell.style, within: row }, { x, y: y + PADDING });
    x += cell.width;
  }
  paper.y = y + height;
}
