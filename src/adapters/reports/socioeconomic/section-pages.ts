import type { DocumentSection } from '../../../domain/socioeconomic/report.ts';
import { getTextHeight } from '../page.ts';
import type { Paper, StructureElement } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { drawTable, measureStart, measureTable, type TableContent } from '../table.ts';
import { createFactsTable, createGroupTable } from './section-tables.ts';
import { NOTHING, type UserNames } from './socioeconomic-words.ts';

/**
 * Content below the fields and rows of a section. When the section has neither, its first `height` points stay on the
 * page of the heading. With `isKept`, `height` is the whole height, which stays on the page of the last row.
 */
export type SectionExtra = {
  height: number;
  isKept?: true;
  draw: (within: StructureElement) => void;
};

/** Minimum height of content on the page of its heading. */
const HEIGHT_MIN = 40;
/** Maximum fraction of the page height up to which a section with kept content is not divided. */
const WHOLE_FRACTION = 0.5;
/** Space below a section. */
const SECTION_GAP = 12;

/**
 * Section of a report, with content below its rows and the names of the users who typed values. `heightBelow` is the
 * height of the content below the section that stays on the page of its end.
 */
type SectionParts = {
  section: DocumentSection;
  extra?: SectionExtra | undefined;
  names: UserNames;
  heightBelow: number;
};

/** Draws a section of the report. Its heading never stands alone at the end of a page. An empty section states it. */
export function drawSection(paper: Paper, parts: SectionParts): void {
  const { section, extra } = parts;
  const { key, number, title } = section;
  const tables = createTables(paper, parts);
  const within = startSection(
    paper,
    `${number}. ${title}`,
    measureSectionStart(paper, parts, tables),
  );
  // The consent section states its content itself.
  if (tables.length === 0 && key !== 'consent')
    paper.write(NOTHING, { tag: 'P', style: STYLES.faint, within });
  for (const table of tables) drawLabelledTable(paper, table, within);
  extra?.draw(within);
  paper.y += SECTION_GAP;
}

/** Returns the height of the content that stays on the page of the end of the last table. */
function getKeptHeight({ extra, heightBelow }: SectionParts): number {
  const below = heightBelow === 0 ? 0 : SECTION_GAP + heightBelow;
  return (extra?.isKept === true ? extra.height : 0) + below;
}

/** Returns the height of the content that stays on the page of the heading. */
function measureSectionStart(
  paper: Paper,
  parts: SectionParts,
  tables: readonly LabelledTable[],
): number {
  const [firstTable] = tables;
  const empty = parts.extra?.height ?? HEIGHT_MIN;
  const start = firstTable === undefined ? empty : measureLabelledStart(paper, firstTable);
  const kept = getKeptHeight(parts);
  if (kept === 0) return start;
  const totalHeight = tables.reduce((sum, table) => sum + measureLabelledTable(paper, table), kept);
  const isKeptWhole = totalHeight <= getTextHeight(paper.page) * WHOLE_FRACTION;
  return isKeptWhole ? Math.max(start, totalHeight) : start;
}

/** Returns the height of a heading with the space below it. */
export function measureHeading(paper: Paper): number {
  return paper.measureHeight([''], STYLES.heading) + 4;
}

/** Draws a heading. Starts a new page when the height below it would not fit. */
export function startSection(paper: Paper, title: string, heightBelow: number): StructureElement {
  paper.ensureHeight(measureHeading(paper) + heightBelow);
  const section = paper.addElement('Sect');
  paper.write(title, { tag: 'H2', style: STYLES.heading, within: section });
  paper.y += 4;
  return section;
}

/** Table of a section, with the label of its group; undefined for the fields outside of groups. */
type LabelledTable = { label: string | undefined; table: TableContent };

function createTables(paper: Paper, parts: SectionParts): LabelledTable[] {
  const { fields, groups } = parts.section;
  const facts =
    fields.length === 0
      ? []
      : [{ label: undefined, table: createFactsTable(paper, fields, parts.names) }];
  const rows = groups.map((group) => ({
    label: group.label,
    table: createGroupTable(paper, group, parts.names),
  }));
  const tables = [...facts, ...rows];
  const keepWith = getKeptHeight(parts);
  return tables.map(({ label, table }, index) => ({
    label,
    table: index === tables.length - 1 ? { ...table, keepWith } : table,
  }));
}

/** Space above the label of a group, in points. */
const GROUP_GAP = 6;

function measureLabel(paper: Paper, label: string | undefined): number {
  return label === undefined ? 0 : GROUP_GAP + paper.measureHeight([''], STYLES.match) + 2;
}

/** Returns the height of the label of a table and of its first rows, which stay on one page. */
function measureLabelledStart(paper: Paper, { label, table }: LabelledTable): number {
  return measureLabel(paper, label) + measureStart(paper, table);
}

function measureLabelledTable(paper: Paper, { label, table }: LabelledTable): number {
  return measureLabel(paper, label) + measureTable(paper, table);
}

function drawLabelledTable(
  paper: Paper,
  labelledTable: LabelledTable,
  within: StructureElement,
): void {
  const { label, table } = labelledTable;
  if (label !== undefined) {
    paper.ensureHeight(measureLabelledStart(paper, labelledTable));
    paper.y += GROUP_GAP;
    paper.write(label, { tag: 'H3', style: STYLES.match, within });
    paper.y += 2;
  }
  drawTable(paper, { ...table, within });
}
