import type {
  DocumentCell,
  DocumentField,
  DocumentGroup,
  DocumentSection,
} from '../../../domain/socioeconomic/report.ts';
import type { Paper, Part } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { type Column, drawTable, heightOfStart, type TableParts } from '../table.ts';
import { NOTHING, sourceWords, type UserNames, valueWords } from './socioeconomic-words.ts';

/** Content below the fields and rows of a section; `height` stays with the heading when there are none. */
export type SectionExtra = { height: number; draw: (within: Part) => void };

/** Minimum height that stays with a heading. */
const HEIGHT_MIN = 40;

/** Section of a report, with content below its rows and the names of the users who typed values. */
type SectionParts = {
  section: DocumentSection;
  extra?: SectionExtra | undefined;
  names: UserNames;
};

/** Draws one of the fourteen sections: its heading is never alone at the end of a page, and an empty section is marked as such. */
export function drawSection(paper: Paper, { section, extra, names }: SectionParts): void {
  const { key, number, title, fields, groups } = section;
  const isEmpty = fields.length + groups.length === 0;
  const facts = fields.length > 0 ? factsOf(paper, fields, names) : undefined;
  const [first] = groups;
  const begin =
    first === undefined ? HEIGHT_MIN : heightOfGroup(paper, tableOf(paper, first, names));
  const within = startSection(paper, `${number}. ${title}`, {
    height: isEmpty && extra !== undefined ? extra.height : begin,
    table: facts,
  });
  // The consent section states its content itself.
  if (isEmpty && key !== 'consent') paper.write(NOTHING, { tag: 'P', style: STYLES.faint, within });
  if (facts !== undefined) drawTable(paper, { ...facts, within });
  for (const group of groups) drawGroup(paper, { group, names }, within);
  extra?.draw(within);
  paper.y += 12;
}

type Follows = { height: number; table?: Drawable | undefined };

/** Draws a heading with room for a height below it, or for the first rows of a table. */
export function startSection(paper: Paper, title: string, { height, table }: Follows): Part {
  const below = table === undefined ? height : heightOfStart(paper, table);
  paper.makeRoom(paper.heightOf([''], STYLES.heading) + 4 + below);
  const section = paper.part('Sect');
  paper.write(title, { tag: 'H2', style: STYLES.heading, within: section });
  paper.y += 4;
  return section;
}

type Drawable = Omit<TableParts, 'within'>;

const LABEL_WIDTH = 150;
const SOURCE_WIDTH = 110;

function factsOf(paper: Paper, fields: readonly DocumentField[], names: UserNames): Drawable {
  const columns: Column[] = [
    { title: 'Dato', width: LABEL_WIDTH, style: STYLES.head, isHead: true },
    { title: 'Valor', width: paper.textWidth - LABEL_WIDTH - SOURCE_WIDTH },
    { title: 'Fuente', width: SOURCE_WIDTH, style: STYLES.source },
  ];
  const rows = fields.map((field) => [field.label, valueWords(field), origin([field], names)]);
  return { columns, rows, head: STYLES.head, body: STYLES.cell, hasHead: false };
}

/** Returns each source once, then those with a different value. */
function origin(cells: readonly Exclude<DocumentCell, null>[], names: UserNames): string {
  const sources = [...new Set(cells.map(({ source }) => sourceWords(source, names)))];
  const others = [
    ...new Set(
      cells.flatMap((cell) => cell.contradictedBy.map((source) => sourceWords(source, names))),
    ),
  ];
  const differs = others.length === 0 ? [] : [`difiere: ${others.join(', ')}`];
  return [...sources, ...differs].join('; ');
}

const GROUP_GAP = 6;

/** Returns the height that stays together: the heading of a group and the first rows of its table. */
function heightOfGroup(paper: Paper, table: Drawable): number {
  return GROUP_GAP + paper.heightOf([''], STYLES.match) + 2 + heightOfStart(paper, table);
}

type NamedGroup = { group: DocumentGroup; names: UserNames };

function drawGroup(paper: Paper, { group, names }: NamedGroup, within: Part): void {
  const table = tableOf(paper, group, names);
  paper.makeRoom(heightOfGroup(paper, table));
  paper.y += GROUP_GAP;
  paper.write(group.label, { tag: 'H3', style: STYLES.match, within });
  paper.y += 2;
  drawTable(paper, { ...table, within });
}

const ROW_SOURCE_WIDTH = 84;

function tableOf(paper: Paper, { columns, rows }: DocumentGroup, names: UserNames): Drawable {
  const texts = rows.map((row) => row.map((cell) => (cell === null ? '—' : valueWords(cell))));
  const widths = widthsOf(
    paper,
    columns.map(({ label }) => label),
    texts,
  );
  return {
    columns: [
      ...columns.map(
        ({ label, kind }, at): Column => ({
          title: label,
          width: widths[at] ?? 0,
          ...(kind === 'money' || kind === 'count' ? { align: 'right' } : {}),
        }),
      ),
      { title: 'Fuente', width: ROW_SOURCE_WIDTH, style: STYLES.source },
    ],
    rows: rows.map((row, at) => [
      ...(texts[at] ?? []),
      origin(
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

/** Returns the widths of the columns by their content, so that a column of long texts leaves the others room. */
function widthsOf(
  paper: Paper,
  labels: readonly string[],
  rows: readonly (readonly string[])[],
): number[] {
  const columns = labels.map((label, at) => {
    const cells = rows.map((row) => paper.widthOf(row[at] ?? '', STYLES.cell));
    const widest = Math.max(paper.widthOf(label, STYLES.head), ...cells) + CELL_PADDING;
    // A column is as wide as each word of its head.
    const words = label.split(' ').map((word) => paper.widthOf(word, STYLES.head) + CELL_PADDING);
    const least = Math.max(CELL_WIDTH_MIN, ...words);
    return { least, wanted: Math.max(least, Math.min(CELL_WIDTH_MAX, widest)) };
  });
  const room = paper.textWidth - ROW_SOURCE_WIDTH;
  const sum = columns.reduce((all, { wanted }) => all + wanted, 0);
  if (sum <= room) return columns.map(({ wanted }) => (wanted * room) / sum);
  const least = columns.reduce((all, column) => all + column.least, 0);
  // Long words are cut when the heads are wider than the page.
  if (least >= room) return columns.map(() => room / columns.length);
  const share = (room - least) / (sum - least);
  return columns.map((column) => column.least + (column.wanted - column.least) * share);
}
