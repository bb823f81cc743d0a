import type { Paper } from '../paper.ts';
import { STYLES } from '../styles.ts';
import { drawTable, measureStart, type TableContent } from '../table.ts';
import { measureHeading, startSection } from './section-pages.ts';

/** Closing section of a report. Its first `height` points stay on one page. */
export type ClosingSection = { height: number; draw: () => void };

/**
 * Section with a table. `nothing` is printed when the table has no rows. `heightBelow` is the height of the content
 * below the section that stays on the page of its end.
 */
type ListParts = {
  title: string;
  nothing: string;
  table: Pick<TableContent, 'columns' | 'rows'>;
  heightBelow: number;
};

/** Spaces in points. */
const GAP_BELOW_TEXT = 8;
const GAP_BELOW_TABLE = 12;

/** Creates a section with a table whose last row stays on the page of the content below. */
export function createListSection(
  paper: Paper,
  { title, nothing, table, heightBelow }: ListParts,
): ClosingSection {
  const headingHeight = measureHeading(paper);
  if (table.rows.length === 0) {
    const height = paper.measureHeight([nothing], STYLES.text) + GAP_BELOW_TEXT + heightBelow;
    const draw = (): void => {
      const within = startSection(paper, title, height);
      paper.write(nothing, { tag: 'P', style: STYLES.text, within });
      paper.y += GAP_BELOW_TEXT;
    };
    return { height: headingHeight + height, draw };
  }
  const styles = { head: STYLES.head, body: STYLES.cell };
  const parts = { ...table, ...styles, keepWith: GAP_BELOW_TABLE + heightBelow };
  const startHeight = measureStart(paper, parts);
  const draw = (): void => {
    const within = startSection(paper, title, startHeight);
    drawTable(paper, { ...parts, within });
    paper.y += GAP_BELOW_TABLE;
  };
  return { height: headingHeight + startHeight, draw };
}
