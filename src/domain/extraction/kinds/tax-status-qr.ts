import type { Barcode } from '../document-content.ts';
import type { FieldName } from '../extracted.ts';
import { type ExtractionBuilder, VERIFIED_CONFIDENCE } from '../extraction-builder.ts';
import type { RuleInput } from '../kind-rules.ts';
import { hasRfcCheckDigit, normalizeRfc } from '../values.ts';

const HOST = 'siat.sat.gob.mx';

/**
 * Compares the QR code, `D3=<idCIF>_<RFC>`, with the text, and adds its URL and the ids that the text lacks. The URL is
 * never opened.
 */
export function checkQr({ document }: RuleInput, builder: ExtractionBuilder): void {
  const code = document.codes.find(
    ({ format, text }) => format === 'qr' && /validadorqr/i.test(text),
  );
  if (code === undefined || !URL.canParse(code.text)) {
    builder.addCheck('qr_matches_text', null, 'No square code of the tax authority was read');
    return;
  }
  const url = new URL(code.text);
  const isOfSat = url.protocol === 'https:' && url.hostname === HOST;
  builder.addCheck(
    'qr_host',
    isOfSat,
    isOfSat
      ? 'The URL of the code is of the tax authority'
      : 'The URL of the code is not of the tax authority',
  );
  if (isOfSat) compareWithText(builder, code, url.searchParams.get('D3') ?? '');
}

function compareWithText(
  builder: ExtractionBuilder,
  { text, page, box }: Barcode,
  identification: string,
): void {
  builder.put({
    name: 'verificationUrl',
    value: text,
    source: 'qr',
    page,
    box,
    confidence: VERIFIED_CONFIDENCE,
  });
  const [, idCif = '', rfcText = ''] = /^(\d{8,14})_(.+)$/.exec(identification) ?? [];
  const rfc = normalizeRfc(rfcText);
  if (rfc === undefined) {
    builder.addCheck('qr_matches_text', null, 'The code holds no RFC');
    return;
  }
  const codeFields: [FieldName, string][] = [
    ['rfc', rfc],
    ['idCif', idCif],
  ];
  const printedFields = codeFields.filter(([name]) => builder.findValue(name) !== undefined);
  const agrees = printedFields.every(([name, value]) => builder.findValue(name) === value);
  if (printedFields.length === 0)
    builder.addCheck('qr_matches_text', null, 'The text holds neither the RFC nor the idCIF');
  else builder.addCheck('qr_matches_text', agrees, SENTENCES[agrees ? 0 : 1]);
  if (!agrees)
    return printedFields.forEach(([name]) =>
      builder.update(name, { confidence: DISPUTED_CONFIDENCE }),
    );
  // QR codes have error correction, so the code supplies missing fields and confirms equal ones.
  const confidence = hasRfcCheckDigit(rfc) ? VERIFIED_CONFIDENCE : WRONG_CHECK_DIGIT_CONFIDENCE;
  for (const [name, value] of codeFields) {
    builder.update(name, { confidence });
    builder.put({ name, value, source: 'qr', page, box, confidence });
  }
}

/** Confidence of an RFC from the code whose check digit is wrong, which a few that the authority issued are. */
const WRONG_CHECK_DIGIT_CONFIDENCE = 0.95;
/** Confidence of a value that code and text state differently: either may be right. */
const DISPUTED_CONFIDENCE = 0.5;
const SENTENCES = [
  'The code says the same as the text',
  'The code says something else than the text',
] as const;
