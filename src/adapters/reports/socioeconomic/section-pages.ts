import type {
  DocumentCell,
  DocumentField,
  DocumentGroup,
  DocumentSection,
} from '../../../domain/socioeconomic/report.ts';
import type { Paper, Part } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { type Column, drawTable, heightOfStart, type TableParts } from '../table.ts';
import { NOTHING, sourceWords, valueWords } from './socioeconomic-words.ts';

/** What a section has below its fields and rows; so much of it stays with the heading where there are none. */
export type SectionExtra = { height: number; draw: (within: Part) => void };

/** Of what stays with a heading. */
const HEIGHT_MIN = 40;

/** One of the fourteen: its heading is never alone at the end of a page, and a section without anything says so. */
export function drawSection(paper: Paper, section: DocumentSection, extra?: SectionExtra): void {
  const { key, number, title, fields, groups } = section;
  const isEmpty = fields.length + groups.length === 0;
  const facts = fields.length > 0 ? factsOf(paper, fields) : undefined;
  const [first] = groups;
  const begin = first === undefined ? HEIGHT_MIN : heightOfGroup(paper, tableOf(paper, first));
  const within = startSection(paper, `${number}. ${title}`, {
    height: isEmpty && extra !== undefined ? extra.height : begin,
    table: facts,
  });
  // What was agreed to, or that nothing was, is told by itself.
  if (isEmpty && key !== 'consent') paper.write(NOTHING, { tag: 'P', style: STYLES.faint, within });
  if (facts !== undefined) drawTable(paper, { ...facts, within });
  for (const group of groups) drawGroup(paper, group, within);
  extra?.draw(within);
  paper.y += 12;
}

type Follows = { height: number; table?: Drawable | undefined };

/** A heading with room for so much below it, or for a table's beginning. */
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

function factsOf(paper: Paper, fields: readonly DocumentField[]): Drawable {
  const columns: Column[] = [
    { title: 'Dato', width: LABEL_WIDTH, style: STYLES.head, isHead: true },
    { title: 'Valor', width: paper.textWidth - LABEL_WIDTH - SOURCE_WIDTH },
    { title: 'Fuente', width: SOURCE_WIDTH, style: STYLES.source },
  ];
  const rows = fields.map((field) => [field.label, valueWords(field), origin([field])]);
  return { columns, rows, head: STYLES.head, body: STYLES.cell, hasHead: false };
}

/** Each source once, then those that say something else. */
function origin(cells: readonly Exclude<DocumentCell, null>[]): string {
  const sources = [...new Set(cells.map(({ source }) => sourceWords(source)))];
  const others = [...new Set(cells.flatMap((one) => one.contradictedBy.map(sourceWords)))];
  const differs = others.length === 0 ? [] : [`difiere: ${others.join(', ')}`];
  return [...sources, ...differs].join('; ');
}

const GROUP_GAP = 6;

/** Of what stays together: the heading of a group and how its table begins. */
function heightOfGroup(paper: Paper, table: Drawable): number {
  return GROUP_GAP + paper.heightOf([''], STYLES.match) + 2 + heightOfStart(paper, table);
}

function drawGroup(paper: Paper, group: DocumentGroup, within: Part): void {
  const table = tableOf(paper, group);
  paper.makeRoom(heightOfGroup(paper, table));
  paper.y += GROUP_GAP;
  paper.write(group.label, { tag: 'H3', style: STYLES.match, within });
  paper.y += 2;
  drawTable(paper, { ...table, within });
}

const ROW_SOURCE_WIDTH = 84;

function tableOf(paper: Paper, { columns, rows }: DocumentGroup): Drawable {
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
      origin(row.filter((cell) => cell !== null)),
    ]),
    head: STYLES.head,
    body: STYLES.cell,
  };
}

const CELL_WIDTH_MIN = 30;
const CELL_WIDTH_MAX = 220;
const CELL_PADDING = 9;

/** The page's width shared by what the columns hold, so that one of long texts does not squeeze out the others. */
function widthsOf(
  paper: Paper,
  labels: readonly string[],
  rows: readonly (readonly string[])[],
): number[] {
  const columns = labels.map((label, at) => {
    const cells = rows.map((row) => paper.widthOf(row[at] ?? '', STYLES.cell));
    const widest = Math.max(paper.widthOf(label, STYLES.head), ...cells) + CELL_PADDING;
    // No word of a head is cut.
    const words = label.split(' ').map((word) => paper.widthOf(word, STYLES.head) + CELL_PADDING);
    const least = Math.max(CELL_WIDTH_MIN, ...words);
    return { least, wanted: Math.max(least, Math.min(CELL_WIDTH_MAX, widest)) };
  });
  const room = paper.textWidth - ROW_SOURCE_WIDTH;
  const sum = columns.reduce((all, { wanted }) => all + wanted, 0);
  if (sum <= room) return columns.map(({ wanted }) => (wanted * room) / sum);
  const least = columns.reduce((all, one) => all + one.least, 0);
  // Of so many long words some are cut, rather than running off the page.
  if (least >= room) return columns.map(() => room / columns.length);
  const share = (room - least) / (sum - least);
  return columns.map((one) => one.least + (one.wanted - one.least) * share);
}
