import type { FieldName } from '../extracted.ts';
import type { ExtractionBuilder } from '../extraction-builder.ts';
import { foldWords, mayHideEnye } from '../fold-text.ts';
import { type Line, locateText } from '../lines.ts';
import type { Mrz } from '../mrz.ts';

const PRINTED_NAMES = [
  { label: /APELLIDOS|SURNAME/, names: ['paternalSurname', 'maternalSurname'] },
  { label: /NOMBRES|GIVEN NAMES/, names: ['givenNames'] },
] as const;
/** Confidence of a name that both the zone and the page have. Its accents are read on the page only. */
const CONFIRMED_CONFIDENCE = 0.96;
/**
 * Maximum confidence of a name that may hide an Ñ, or whose zone has a wrong check digit. Values below 0.9 need review.
 */
const UNCONFIRMED_CONFIDENCE_MAX = 0.89;

/**
 * Replaces names of the machine-readable zone, which has neither Ñ nor accents, by their spelling on the printed page:
 * below the label, or anywhere on the page when all occurrences are equal.
 */
export function putPrintedNames(
  lines: readonly Line[],
  mrz: Mrz,
  builder: ExtractionBuilder,
): void {
  const printedLines = lines.filter(({ text }) => !text.includes('<'));
  for (const { label, names } of PRINTED_NAMES) {
    const labelIndex = printedLines.findIndex(({ folded }) => label.test(folded));
    const below = labelIndex === -1 ? [] : printedLines.slice(labelIndex + 1, labelIndex + 2);
    for (const name of names) {
      const mrzName = builder.findValue(name) ?? '';
      if (mrz.isNameTruncated && name === 'givenNames') {
        putFullGivenNames(below, mrz, builder);
        continue;
      }
      const value = findSpelling(mrzName, below) ?? findSpelling(mrzName, printedLines);
      if (value !== undefined)
        builder.update(name, { value, confidence: getConfidence(builder, name, { value, mrz }) });
    }
  }
}

/** Replaces given names that the zone truncates by the full text below the label. */
function putFullGivenNames(
  [lineBelow]: readonly Line[],
  { givenNames: truncated }: Mrz,
  builder: ExtractionBuilder,
): void {
  const value = trimPunctuation(lineBelow?.text ?? '');
  if (lineBelow === undefined || truncated === '' || !foldWords(value).startsWith(truncated))
    return;
  builder.update('givenNames', { value });
  const location = locateText(lineBelow, 0, lineBelow.text.length);
  builder.putAt('givenNames', value, { location, isVerified: false });
}

/** Returns the spelling of a name on the page. Undefined when no line has the name or two spell it differently. */
function findSpelling(name: string, lines: readonly Line[]): string | undefined {
  const spellings = lines.flatMap(({ text }) => findName(text, name) ?? []);
  const [firstSpelling] = spellings;
  return spellings.every((spelling) => spelling === firstSpelling) ? firstSpelling : undefined;
}

/** Returns the confidence of a name. It is lower when OCR may have missed the tilde of an Ñ. */
function getConfidence(
  builder: ExtractionBuilder,
  name: FieldName,
  spelling: { value: string; mrz: Mrz },
): number {
  if (spelling.mrz.isVerified && !mayHideEnye(spelling.value)) return CONFIRMED_CONFIDENCE;
  return Math.min(UNCONFIRMED_CONFIDENCE_MAX, builder.findField(name)?.confidence ?? 0);
}

/** Returns the words of a line that equal the name except for Ñ, accents and surrounding punctuation. */
function findName(line: string, name: string): string | undefined {
  if (name === '') return undefined;
  const words = line.split(' ');
  const count = name.split(' ').length;
  return words
    .map((_, index) => trimPunctuation(words.slice(index, index + count).join(' ')))
    .find((text) => foldWords(text) === name);
}

function trimPunctuation(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}
