import type { FieldName } from '../extracted.ts';
import { foldWords, mayHideEnye } from '../fold.ts';
import type { Line } from '../lines.ts';
import type { Mrz } from '../mrz.ts';
import type { Sheet } from '../sheet.ts';

const PRINTED = [
  { label: /APELLIDOS|SURNAME/, names: ['paternalSurname', 'maternalSurname'] },
  { label: /NOMBRES|GIVEN NAMES/, names: ['givenNames'] },
] as const;
/** Two readings of two places, in two scripts: only accents are told by one alone. */
const TWICE = 0.96;
const ALONE = 0.89;

/**
 * The zone knows neither Ñ nor accents: where the page prints the same name with them, that is the name. It stands under
 * its label, or where that could not be read wherever the page has it, if all that it has are the same.
 */
export function putPrintedNames(lines: readonly Line[], mrz: Mrz, sheet: Sheet): void {
  const page = lines.filter(({ text }) => !text.includes('<'));
  for (const { label, names } of PRINTED) {
    const at = page.findIndex(({ folded }) => label.test(folded));
    const under = at === -1 ? [] : page.slice(at + 1, at + 2);
    for (const name of names) {
      const known = sheet.value(name) ?? '';
      if (mrz.isNameCut && name === 'givenNames') {
        putWhole(under, known, sheet);
        continue;
      }
      const [value] = printedAs(known, under) ?? printedAs(known, page) ?? [];
      if (value !== undefined)
        sheet.change(name, { value, confidence: sureOf(sheet, name, { value, mrz }) });
    }
  }
}

/** Of names that fill the zone's room the last may have been cut: the page has all of it under its label. */
function putWhole([under]: readonly Line[], cut: string, sheet: Sheet): void {
  const value = trimSigns(under?.text ?? '');
  if (cut !== '' && foldWords(value).startsWith(cut)) sheet.change('givenNames', { value });
}

/** Undefined where no line has the name, or two have it in two ways. */
function printedAs(name: string, lines: readonly Line[]): [string] | undefined {
  const found = lines.flatMap(({ text }) => findPrinted(text, name) ?? []);
  const [first] = found;
  return first === undefined || found.some((one) => one !== first) ? undefined : [first];
}

/** A tilde that was not seen may stand there all the same. */
function sureOf(sheet: Sheet, name: FieldName, read: { value: string; mrz: Mrz }): number {
  if (read.mrz.isSound && !mayHideEnye(read.value)) return TWICE;
  return Math.min(ALONE, sheet.get(name)?.confidence ?? 0);
}

/** The words of a line that are the name but for Ñ and accents: a sign more is one that nobody wrote. */
function findPrinted(line: string, name: string): string | undefined {
  if (name === '') return undefined;
  const words = line.split(' ');
  const count = name.split(' ').length;
  return words
    .map((_, at) => trimSigns(words.slice(at, at + count).join(' ')))
    .find((text) => foldWords(text) === name);
}

function trimSigns(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}
