import type { ExtractionBuilder } from '../extraction-builder.ts';
import type { RuleInput } from '../kind-rules.ts';
import { listBelow, toCells } from '../layout/cells.ts';
import { findMatches, type Line, type LocatedText } from '../lines.ts';
import { findLabelIndex } from '../lookalikes.ts';
import { parseSpanishDate } from '../spanish-date.ts';

const YEAR = /(?<![\d/])((?:19|20)\d{2})(?![\d/])/g;
/** Year or two years. OCR may lose the dash between them. */
const YEARS = /(?<![\d/])(20\d{2}(?:\s*[-–—]\s*|\s)20\d{2}|20\d{2})(?!\d|\s*[-–—/]|\/)/g;
/** Four digits that are neither part of a pair of years nor of a date. */
const SECTION =
  /(?<![\d/]|[-–—] ?|20\d{2} (?=20\d{2}))(?!20\d{2} 20\d{2}(?!\d|\s*[-–—]))(\d{4})(?!\s*[-–—/]|\d)/g;

/** Adds year of registration, section and validity, which are beside or below their labels. */
export function putNumbers({ lines }: RuleInput, builder: ExtractionBuilder): void {
  const registrationLabel = /(?<=A[NM]O DE REGISTRO)/;
  const year =
    findBeside(lines, registrationLabel, YEAR) ?? findInColumn(lines, registrationLabel, YEAR);
  putNumber(builder, 'registrationYear', year);
  const validity = findBesideOrBelow(lines, /(?<=VIGENCIA)/, YEARS);
  const section = findBesideOrBelow(lines, /(?<=SECCION)/, SECTION);
  // A year of validity in the same row may match as section.
  const isYear = section !== undefined && validity?.text.includes(section.text) === true;
  putNumber(builder, 'section', isYear ? undefined : section);
  if (validity === undefined) return builder.markMissing('expiryDate', 'unreadable');
  putValidity(builder, validity);
}

function putNumber(
  builder: ExtractionBuilder,
  name: 'registrationYear' | 'section',
  match?: LocatedText,
): void {
  if (match === undefined) builder.markMissing(name, 'unreadable');
  else builder.putAt(name, match.text, { location: match.location, isVerified: false });
}

/** Adds the years of validity and the expiry date. A card is valid for ten years, to the end of the last year. */
function putValidity(builder: ExtractionBuilder, { text, location }: LocatedText): void {
  const [firstYear, lastYear] = [text.slice(0, 4), text.slice(-4)];
  const day = parseSpanishDate(`31/12/${lastYear}`);
  if (
    day === undefined ||
    (firstYear !== lastYear && Number(lastYear) - Number(firstYear) !== 10)
  ) {
    builder.markMissing('validYears', 'not_valid');
    return builder.markMissing('expiryDate', 'not_valid');
  }
  const years = firstYear === lastYear ? firstYear : `${firstYear}-${lastYear}`;
  builder.putAt('validYears', years, { location, isVerified: false });
  builder.putAt('expiryDate', day, { location, isVerified: false });
}

/** Returns the value beside its label, otherwise the only value of this form on the next line. */
function findBesideOrBelow(
  lines: readonly Line[],
  label: RegExp,
  value: RegExp,
): LocatedText | undefined {
  const index = lines.findIndex((line) => findLabelIndex(line, label) !== -1);
  const labelLine = lines[index];
  if (labelLine === undefined) return undefined;
  const beside = findBeside([labelLine], label, value);
  const [below, secondBelow] = findMatches(lines.slice(index + 1, index + 2), value);
  return beside ?? (secondBelow === undefined ? below : undefined);
}

/** Returns the value below its label in the same column. Undefined when another label or word is there. */
function findInColumn(
  lines: readonly Line[],
  label: RegExp,
  value: RegExp,
): LocatedText | undefined {
  const cells = toCells(lines);
  const labelCell = cells.find((cell) => findLabelIndex(cell, label) !== -1);
  const [below] = labelCell === undefined ? [] : listBelow(cells, labelCell, 1);
  if (below === undefined || /[A-Z]{4}/.test(below.folded)) return undefined;
  return findMatches([below], value)[0];
}

/** Returns the value after its label on the same line, with no other label between them. */
function findBeside(lines: readonly Line[], label: RegExp, value: RegExp): LocatedText | undefined {
  const labelLine = lines.find((line) => findLabelIndex(line, label) !== -1);
  if (labelLine === undefined) return undefined;
  const end = findLabelIndex(labelLine, label);
  return findMatches([labelLine], value).find(({ text }) => {
    const start = labelLine.folded.indexOf(text, end);
    return start !== -1 && !/[A-Z]{6}/.test(labelLine.folded.slice(end, start));
  });
}
