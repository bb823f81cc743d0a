import type { XmlElement } from '../document-content.ts';
import type { FieldName } from '../extracted.ts';
import { type ExtractionBuilder, VERIFIED_CONFIDENCE } from '../extraction-builder.ts';
import type { KindRules, RuleInput } from '../kind-rules.ts';
import { normalizeRfc } from '../values.ts';
import { checkCertificate } from './cfdi-certificate.ts';
import { checkTotals } from './cfdi-totals.ts';
import { findChild } from './xml.ts';

type AttributeRule = readonly [
  FieldName,
  attribute: string,
  parse?: (text: string) => string | undefined,
];

const parseTime = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.exec(text)?.[0];
const parseDecimal = (text: string) => /^\d{1,18}(?:\.\d{1,6})?$/.exec(text)?.[0];
const parseUuid = (text: string) =>
  /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i.exec(text)?.[0].toUpperCase();

const INVOICE_RULES: readonly AttributeRule[] = [
  ['version', 'Version'],
  ['series', 'Serie'],
  ['folio', 'Folio'],
  ['issuedAt', 'Fecha', parseTime],
  ['invoiceType', 'TipoDeComprobante', (text) => /^[IETNP]$/.exec(text)?.[0]],
  ['currency', 'Moneda', (text) => /^[A-Z]{3}$/.exec(text)?.[0]],
  ['subtotal', 'SubTotal', parseDecimal],
  ['total', 'Total', parseDecimal],
  ['certificateNumber', 'NoCertificado', (text) => /^\d{20}$/.exec(text)?.[0]],
];
const ISSUER_RULES: readonly AttributeRule[] = [
  ['issuerRfc', 'Rfc', normalizeRfc],
  ['issuerName', 'Nombre'],
];
const RECEIVER_RULES: readonly AttributeRule[] = [
  ['receiverRfc', 'Rfc', normalizeRfc],
  ['receiverName', 'Nombre'],
];
const RECEIVER_RULES_4_0: readonly AttributeRule[] = [
  ...RECEIVER_RULES,
  ['receiverPostalCode', 'DomicilioFiscalReceptor', (text) => /^\d{5}$/.exec(text)?.[0]],
];
const STAMP_RULES: readonly AttributeRule[] = [
  ['uuid', 'UUID', parseUuid],
  ['stampedAt', 'FechaTimbrado', parseTime],
];
/** Fields that are not reported as missing. */
const OPTIONAL_FIELDS = new Set<FieldName>(['series', 'folio']);

/** Electronic invoice (CFDI) of version 3.3 or 4.0 as XML. */
export const CFDI: KindRules = {
  kind: 'cfdi',
  score: ({ document: { xml } }) => {
    if (xml?.name !== 'Comprobante') return 0;
    return isKnownVersion(xml) ? 1 : 0.6;
  },
  countOwnFields: ({ document: { xml } }) => (xml?.name === 'Comprobante' ? 1 : 0),
  ownFieldsMin: 1,
  extract: (input, builder) => {
    const { xml } = input.document;
    if (xml === null) return;
    const isVersion4 = xml.attributes['Version'] === '4.0';
    putAttributes(xml, INVOICE_RULES, builder);
    putAttributes(findChild(xml, 'Emisor'), ISSUER_RULES, builder);
    putAttributes(
      findChild(xml, 'Receptor'),
      isVersion4 ? RECEIVER_RULES_4_0 : RECEIVER_RULES,
      builder,
    );
    const stamp = findStamp(xml, builder);
    putAttributes(stamp, STAMP_RULES, builder);
    checkStamp(xml, stamp, builder);
    checkCertificate(input, builder);
    checkTotals(xml, builder);
    checkVersion(input, builder);
  },
};

/**
 * Returns the stamp of the invoice itself, which is a child of a complement of its root. Addenda and complements may
 * contain stamps of other invoices. Undefined without a stamp, and with two different ones, which make the UUID
 * ambiguous.
 */
function findStamp(xml: XmlElement, builder: ExtractionBuilder): XmlElement | undefined {
  const stamps = xml.children
    .filter(({ name }) => name === 'Complemento')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'TimbreFiscalDigital'));
  const uuids = new Set(stamps.map(({ attributes }) => attributes['UUID']?.toUpperCase()));
  if (uuids.size <= 1) return stamps[0];
  for (const [name] of STAMP_RULES) builder.markMissing(name, 'ambiguous');
  return undefined;
}

function isKnownVersion({ attributes: { Version } }: XmlElement): boolean {
  return Version === '3.3' || Version === '4.0';
}

function checkVersion({ document: { xml } }: RuleInput, builder: ExtractionBuilder): void {
  if (xml !== null && !isKnownVersion(xml))
    builder.addCheck(
      'reading',
      false,
      'The version of the invoice is not one of those that are known',
    );
}

function putAttributes(
  element: XmlElement | undefined,
  rules: readonly AttributeRule[],
  builder: ExtractionBuilder,
): void {
  for (const [name, attribute, parse] of rules) {
    const text = element?.attributes[attribute]?.trim();
    const value = text === undefined || parse === undefined ? text : parse(text);
    if (value !== undefined && value !== '')
      builder.put({ name, value, source: 'xml', confidence: VERIFIED_CONFIDENCE });
    else if (!OPTIONAL_FIELDS.has(name)) builder.markMissing(name, getMissingReason(text));
  }
}

function getMissingReason(text: string | undefined) {
  if (text === undefined) return 'label_not_found';
  return text === '' ? 'empty' : 'not_valid';
}

/** Checks that the stamp repeats the seal of the invoice. The signature of the seal is not verified. */
function checkStamp(
  xml: XmlElement,
  stamp: XmlElement | undefined,
  builder: ExtractionBuilder,
): void {
  const seal = xml.attributes['Sello'];
  const stampedSeal = stamp?.attributes['SelloCFD'];
  const ok = stampedSeal === undefined || seal === undefined ? false : stampedSeal === seal;
  const detail = ok ? 'The stamp belongs to the seal' : 'The invoice has no stamp of the seal';
  builder.addCheck('stamp', ok, detail);
  builder.addCheck('seal', null, 'The seal itself is not verified');
}
