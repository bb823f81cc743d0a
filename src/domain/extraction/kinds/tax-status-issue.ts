import type { ExtractionBuilder } from '../extraction-builder.ts';
import type { RuleInput } from '../kind-rules.ts';
import { type Cell, listBelow, toCells } from '../layout/cells.ts';
import { joinLocations, locateText } from '../lines.ts';
import { parseSpanishDate } from '../spanish-date.ts';

const PLACE_AND_DATE = /^(.+?)\s*,?\s+A\s+(\d{1,2} DE [A-Z]+ DEL? \d{4})$/;
const HEADING = /LUGAR Y FECHA DE EMISION\s*:?\s*/;
/** Maximum number of lines of the place and the date below their heading. */
const LINES_MAX = 3;

/**
 * Adds place and date of issue, `place A date`, from the lines beside and below their heading, which may share its
 * lines with another column.
 */
export function putIssue({ lines }: RuleInput, builder: ExtractionBuilder): void {
  const cells = toCells(lines);
  const heading = cells.find(({ folded }) => HEADING.test(folded));
  if (heading !== undefined) {
    const below = listBelow(cells, heading, LINES_MAX);
    const beside = cutHeading(heading);
    const issueCells = beside === undefined ? below : [beside, ...below];
    issueCells.some((_, index) => putPlaceAndDate(issueCells.slice(0, index + 1), builder));
  }
  const reason = heading === undefined ? 'label_not_found' : 'not_valid';
  builder.markMissing('issueDate', reason);
  builder.markMissing('issuePlace', reason);
}

/** Returns the text after the heading in its cell, or undefined when there is none. */
function cutHeading(cell: Cell): Cell | undefined {
  const match = HEADING.exec(cell.folded);
  const start = match === null ? 0 : match.index + match[0].length;
  const text = cell.text.slice(start).trim();
  return text === '' ? undefined : { ...cell, text, folded: cell.folded.slice(start).trim() };
}

function putPlaceAndDate(cells: readonly Cell[], builder: ExtractionBuilder): boolean {
  const text = cells.map((cell) => cell.text).join(' ');
  const [, , day] = PLACE_AND_DATE.exec(cells.map((cell) => cell.folded).join(' ')) ?? [];
  const date = day === undefined ? undefined : parseSpanishDate(day);
  const location = joinLocations(cells.map((cell) => locateText(cell, 0, cell.text.length)));
  if (day === undefined || date === undefined || location === undefined) return false;
  builder.putAt('issueDate', date, { location, isVerified: false });
  const place = text.slice(0, text.length - day.length).replace(/\s*,?\s+A\s+$/i, '');
  builder.putAt('issuePlace', place.replace(/\s+,/g, ','), { location, isVerified: false });
  return true;
}
