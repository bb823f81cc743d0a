import type {
  DocumentCell,
  DocumentField,
  DocumentGroup,
  DocumentSection,
} from '../../../domain/socioeconomic/report.ts';
import type { Paper, StructureElement } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { type Column, drawTable, measureStart, type TableParts } from '../table.ts';
import { describeSources, formatValue, NOTHING, type UserNames } from './socioeconomic-words.ts';

/**
 * Content below the fields and rows of a section. When the section has neither, its first `height` points stay on the
 * page of the heading.
 */
export type SectionExtra = { height: number; draw: (within: StructureElement) => void };

/** Minimum height of content on the page of its heading. */
const HEIGHT_MIN = 40;

/** Section of a report, with content below its rows and the names of the users who typed values. */
type SectionParts = {
  section: DocumentSection;
  extra?: SectionExtra | undefined;
  names: UserNames;
};

/** Draws a section of the report. Its heading never stands alone at the end of a page. An empty section states it. */
export function drawSection(paper: Paper, { section, extra, names }: SectionParts): void {
  const { key, number, title, fields, groups } = section;
  const isEmpty = fields.length + groups.length === 0;
  const facts = fields.length > 0 ? createFactsTable(paper, fields, names) : undefined;
  const [first] = groups;
  const begin =
    first === undefined
      ? HEIGHT_MIN
      : measureGroupStart(paper, createGroupTable(paper, first, names));
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

type Below = { height: number; table?: TableContent | undefined };

/** Draws a heading. Starts a new page when the height, or the start of the table, would not fit below it. */
export function startSection(
  paper: Paper,
  title: string,
  { height, table }: Below,
): StructureElement {
  const below = table === undefined ? height : measureStart(paper, table);
  paper.ensureHeight(paper.measureHeight([''], STYLES.heading) + 4 + below);
  const section = paper.addElement('Sect');
  paper.write(title, { tag: 'H2', style: STYLES.heading, within: section });
  paper.y += 4;
  return section;
}

type TableContent = Omit<TableParts, 'within'>;

const LABEL_WIDTH = 150;
const SOURCE_WIDTH = 110;

function createFactsTable(
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

const GROUP_GAP = 6;

/** Returns the height of the heading of a group and of the first rows of its table, which stay on one page. */
function measureGroupStart(paper: Paper, table: TableContent): number {
  return GROUP_GAP + paper.measureHeight([''], STYLES.match) + 2 + measureStart(paper, table);
}

type NamedGroup = { group: DocumentGroup; names: UserNames };

function drawGroup(paper: Paper, { group, names }: NamedGroup, within: StructureElement): void {
  const table = createGroupTable(paper, group, names);
  paper.ensureHeight(measureGroupStart(paper, table));
  paper.y += GROUP_GAP;
  paper.write(group.label, { tag: 'H3', style: STYLES.match, within });
  paper.y += 2;
  drawTable(paper, { ...table, within });
}

const ROW_SOURCE_WIDTH = 84;

function createGroupTable(
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
 * Returns the widths of the columns by their content. When they exceed the page, wide columns are reduced most, but
 * none below the longest word of its head.
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
    return { least, wanted: Math.max(least, Math.min(CELL_WIDTH_MAX, widest)) };
  });
  const room = paper.textWidth - ROW_SOURCE_WIDTH;
  const sum = columns.reduce((all, { wanted }) => all + wanted, 0);
  if (sum <= room) return columns.map(({ wanted }) => (wanted * room) / sum);
  const least = columns.reduce((all, column) => all + column.least, 0);
  // Heads that exceed the page are cut inside words.
  if (least >= room) return columns.map(() => room / columns.length);
  const fraction = (room - least) / (sum - least);
  return columns.map((column) => column.least + (column.wanted - column.least) * fraction);
}
