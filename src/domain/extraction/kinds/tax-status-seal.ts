import type { Material } from '../kind-rules.ts';
import { type Line, placeOf } from '../lines.ts';
import type { Sheet } from '../sheet.ts';
import { readDay } from '../spanish-day.ts';
import { readRfc } from '../values.ts';

/** `||2022/02/10|RFC|CONSTANCIA DE SITUACIÓN FISCAL|folio||`, which the tax authority signs. */
const CHAIN =
  /\|\|\s*(\d{4}\/\d{2}\/\d{2})\s*\|\s*([A-ZÑ&0-9]{12,13})\s*\|\s*CONSTANCIA DE SITUACION\s+FISCAL\s*\|\s*(\d+)\s*\|\|/;

export function readSeal(material: Material, sheet: Sheet): void {
  const { lines, folded } = material;
  const line = lines.find((one) => one.folded.includes('CADENA ORIGINAL'));
  const seal = findSeal(folded, line);
  if (line === undefined || seal === undefined) {
    sheet.miss('sealRfc', line === undefined ? 'label_not_found' : 'not_valid');
    sheet.check('seal_rfc', null, 'The chain of the seal was not found');
    return;
  }
  const place = placeOf(line, 0, line.text.length);
  sheet.putAt('sealRfc', seal.rfc, { place, proven: true });
  sheet.putAt('sealFolio', seal.folio, { place, proven: false });
  const owner = sheet.value('rfc');
  const same = owner === undefined ? null : owner === seal.rfc;
  sheet.check('seal_rfc', same, SENTENCES.get(same) ?? '');
  const issued = sheet.value('issueDate');
  if (issued !== undefined && seal.day !== issued)
    sheet.check('seal', false, 'The seal is of another day than the certificate');
  else sheet.check('seal', null, 'The seal itself is not verified');
}

type Seal = { day: string | undefined; rfc: string; folio: string };

function findSeal(folded: string, line: Line | undefined): Seal | undefined {
  const start = Math.max(0, folded.indexOf('CADENA ORIGINAL'));
  const [, day = '', id = '', folio] = CHAIN.exec(folded.slice(start)) ?? [];
  const rfc = readRfc(readExactly(line?.text, id));
  return rfc === undefined || folio === undefined ? undefined : { day: readDay(day), rfc, folio };
}

const SENTENCES: ReadonlyMap<boolean | null, string> = new Map([
  [true, 'The seal is of the same RFC'],
  [false, 'The seal is of another RFC than the certificate'],
  [null, 'The document has no RFC to compare with the RFC of the seal'],
]);

/** The id with its Ñ, which folding took away. */
function readExactly(text = '', folded: string): string {
  const found = /\|\s*([A-ZÑ&0-9]{12,13})\s*\|/.exec(text)?.[1];
  return found ?? folded;
}
