import type { FieldName } from '../extracted.ts';
import type { Material } from '../kind-rules.ts';
import type { ReadCode } from '../read-document.ts';
import { PROVEN, type Sheet } from '../sheet.ts';
import { hasRfcCheckDigit, readRfc } from '../values.ts';

const HOST = 'siat.sat.gob.mx';

/** What the square code says: `D3=<idCIF>_<RFC>`. Its address is never opened. */
export function checkQr({ document }: Material, sheet: Sheet): void {
  const code = document.codes.find(
    ({ format, text }) => format === 'qr' && /validadorqr/i.test(text),
  );
  if (code === undefined || !URL.canParse(code.text)) {
    sheet.check('qr_matches_text', null, 'No square code of the tax authority was read');
    return;
  }
  const url = new URL(code.text);
  const isOfSat = url.protocol === 'https:' && url.hostname === HOST;
  sheet.check(
    'qr_host',
    isOfSat,
    isOfSat
      ? 'The URL of the code is of the tax authority'
      : 'The URL of the code is not of the tax authority',
  );
  if (isOfSat) compare(sheet, code, url.searchParams.get('D3') ?? '');
}

function compare(sheet: Sheet, { text, page, box }: ReadCode, owner: string): void {
  sheet.put({ name: 'verificationUrl', value: text, source: 'qr', page, box, confidence: PROVEN });
  const [, idCif = '', tail = ''] = /^(\d{8,14})_(.+)$/.exec(owner) ?? [];
  const rfc = readRfc(tail);
  if (rfc === undefined) {
    sheet.check('qr_matches_text', null, 'The code holds no RFC');
    return;
  }
  const said: [FieldName, string][] = [
    ['rfc', rfc],
    ['idCif', idCif],
  ];
  const known = said.filter(([name]) => sheet.value(name) !== undefined);
  const agrees = known.every(([name, value]) => sheet.value(name) === value);
  sheet.check('qr_matches_text', known.length === 0 ? null : agrees, SENTENCES[agrees ? 0 : 1]);
  // Which of the two is right nobody knows.
  if (!agrees) return known.forEach(([name]) => sheet.change(name, { confidence: DISPUTED }));
  // A code has check digits of its own: it says what the text lacks, and makes sure what both say.
  const confidence = hasRfcCheckDigit(rfc) ? PROVEN : 0.95;
  for (const [name, value] of said) {
    sheet.change(name, { confidence });
    sheet.put({ name, value, source: 'qr', page, box, confidence });
  }
}

const DISPUTED = 0.5;
const SENTENCES = [
  'The code says the same as the text',
  'The code says something else than the text',
] as const;
