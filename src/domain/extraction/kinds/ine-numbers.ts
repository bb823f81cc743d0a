import type { Material } from '../kind-rules.ts';
import { findAll, type Line, type Match } from '../lines.ts';
import { searchLabel } from '../look-alikes.ts';
import type { Sheet } from '../sheet.ts';
import { readDay } from '../spanish-day.ts';

const YEAR = /(?<![\d/])((?:19|20)\d{2})(?![\d/])/g;
/** Pictures lose the dash between two years. */
const YEARS = /(?<![\d/])(20\d{2}(?:\s*[-–—]\s*|\s)20\d{2}|20\d{2})(?!\d|\s*[-–—/]|\/)/g;
const SECTION =
  /(?<![\d/]|[-–—] ?|20\d{2} (?=20\d{2}))(?!20\d{2} 20\d{2}(?!\d|\s*[-–—]))(\d{4})(?!\s*[-–—/]|\d)/g;

/** Year of registration, section and validity, which stand beside their labels or under them. */
export function putNumbers({ lines }: Material, sheet: Sheet): void {
  putRead(sheet, 'registrationYear', findBeside(lines, /(?<=A[NM]O DE REGISTRO)/, YEAR));
  const validity = findNumber(lines, /(?<=VIGENCIA)/, YEARS);
  const section = findNumber(lines, /(?<=SECCION)/, SECTION);
  // A year of validity alone that stands in one row with the section is not the section.
  const isYear = section !== undefined && validity?.text.includes(section.text) === true;
  putRead(sheet, 'section', isYear ? undefined : section);
  if (validity === undefined) return sheet.miss('expiryDate', 'unreadable');
  putValidity(sheet, validity);
}

function putRead(sheet: Sheet, name: 'registrationYear' | 'section', match?: Match): void {
  if (match === undefined) sheet.miss(name, 'unreadable');
  else sheet.putAt(name, match.text, { place: match.place, proven: false });
}

/** A card is valid for ten years, to the end of the last. */
function putValidity(sheet: Sheet, { text, place }: Match): void {
  const [from, until] = [text.slice(0, 4), text.slice(-4)];
  const day = readDay(`31/12/${until}`);
  if (day === undefined || (from !== until && Number(until) - Number(from) !== 10)) {
    sheet.miss('validYears', 'not_valid');
    return sheet.miss('expiryDate', 'not_valid');
  }
  const years = from === until ? from : `${from}-${until}`;
  sheet.putAt('validYears', years, { place, proven: false });
  sheet.putAt('expiryDate', day, { place, proven: false });
}

/** Beside its label, or under it where labels stand in a row. */
function findNumber(lines: readonly Line[], label: RegExp, value: RegExp): Match | undefined {
  const at = lines.findIndex((line) => searchLabel(line, label) !== -1);
  const own = lines[at];
  if (own === undefined) return undefined;
  const beside = findBeside([own], label, value);
  const [under, other] = findAll(lines.slice(at + 1, at + 2), value);
  return beside ?? (other === undefined ? under : undefined);
}

/** Behind the end of its label on the same line, with no other label between. */
function findBeside(lines: readonly Line[], label: RegExp, value: RegExp): Match | undefined {
  const own = lines.find((line) => searchLabel(line, label) !== -1);
  if (own === undefined) return undefined;
  const end = searchLabel(own, label);
  return findAll([own], value).find(({ text }) => {
    const at = own.folded.indexOf(text, end);
    return at !== -1 && !/[A-Z]{6}/.test(own.folded.slice(end, at));
  });
}
