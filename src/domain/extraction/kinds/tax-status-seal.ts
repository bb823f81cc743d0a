import type { ExtractionBuilder } from '../extraction-builder.ts';
import type { RuleInput } from '../kind-rules.ts';
import { type Line, locateText } from '../lines.ts';
import { parseSpanishDate } from '../spanish-date.ts';
import { hasRfcCheckDigit, normalizeRfc } from '../values.ts';

/** Original chain that the tax authority signs: `||2022/02/10|RFC|CONSTANCIA DE SITUACIÓN FISCAL|folio||`. */
const ORIGINAL_CHAIN =
  /\|\|\s*(\d{4}\/\d{2}\/\d{2})\s*\|\s*([A-ZÑ&0-9]{12,13})\s*\|\s*CONSTANCIA DE SITUACION\s+FISCAL\s*\|\s*(\d+)\s*\|\|/;

/** The same chain from OCR, which reads bars as letters or digits. */
const MISREAD_CHAIN =
  /[|I1L!\][]{1,3}\s*(\d{4}\/\d{2}\/\d{2})\s*[|I1L!\][]\s*([A-Z&0-9]{12,13})\s*[|I1L!\][]\s*CONSTANCIA DE SITUACION\s+FISCAL\s*[|I1L!\][]\s*(\d+?)\s*[|I1L!\][]{2}(?!\d)/;

/**
 * Adds the RFC and the folio of the original chain, and compares its RFC and date with the certificate. The signature
 * itself is not verified.
 */
export function putSealFields(input: RuleInput, builder: ExtractionBuilder): void {
  const { lines, folded } = input;
  const line = lines.find((candidate) => candidate.folded.includes('CADENA ORIGINAL'));
  const seal = findSeal(folded, line);
  if (line === undefined || seal === undefined) {
    builder.markMissing('sealRfc', line === undefined ? 'label_not_found' : 'not_valid');
    builder.addCheck('seal_rfc', null, 'The chain of the seal was not found');
    return;
  }
  const location = locateText(line, 0, line.text.length);
  builder.putAt('sealRfc', seal.rfc, { location, isVerified: hasRfcCheckDigit(seal.rfc) });
  builder.putAt('sealFolio', seal.folio, { location, isVerified: false });
  const owner = builder.findValue('rfc');
  const isSameRfc = owner === undefined ? null : owner === seal.rfc;
  builder.addCheck('seal_rfc', isSameRfc, SENTENCES.get(isSameRfc) ?? '');
  const issueDate = builder.findValue('issueDate');
  if (issueDate !== undefined && seal.date !== issueDate)
    builder.addCheck('seal', false, 'The seal is of another day than the certificate');
  else builder.addCheck('seal', null, 'The seal itself is not verified');
}

type Seal = { date: string | undefined; rfc: string; folio: string };

function findSeal(folded: string, line: Line | undefined): Seal | undefined {
  const start = Math.max(0, folded.indexOf('CADENA ORIGINAL'));
  const chain = folded.slice(start);
  const misreadMatch = line?.source === 'ocr' ? MISREAD_CHAIN.exec(chain) : null;
  const [, day = '', id = '', folio] = ORIGINAL_CHAIN.exec(chain) ?? misreadMatch ?? [];
  const rfc = normalizeRfc(restoreEnye(line?.text, id));
  return rfc === undefined || folio === undefined
    ? undefined
    : { date: parseSpanishDate(day), rfc, folio };
}

const SENTENCES: ReadonlyMap<boolean | null, string> = new Map([
  [true, 'The seal is of the same RFC'],
  [false, 'The seal is of another RFC than the certificate'],
  [null, 'The document has no RFC to compare with the RFC of the seal'],
]);

/** Returns the RFC with its Ñ, which folding replaced by N. */
function restoreEnye(text = '', folded: string): string {
  const original = /\|\s*([A-ZÑ&0-9]{12,13})\s*\|/.exec(text)?.[1];
  return original ?? folded;
}
