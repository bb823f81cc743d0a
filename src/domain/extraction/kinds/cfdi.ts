import type { FieldName } from '../extracted.ts';
import type { KindRules, Material } from '../kind-rules.ts';
import type { XmlElement } from '../read-document.ts';
import { PROVEN, type Sheet } from '../sheet.ts';
import { readRfc } from '../values.ts';
import { checkCertificate } from './cfdi-certificate.ts';
import { checkTotals } from './cfdi-totals.ts';
import { childOf, findElement } from './xml.ts';

type Rule = readonly [FieldName, attribute: string, parse?: (text: string) => string | undefined];

const ISO = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.exec(text)?.[0];
const AMOUNT = (text: string) => /^\d{1,18}(?:\.\d{1,6})?$/.exec(text)?.[0];
const UUID = (text: string) =>
  /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i.exec(text)?.[0].toUpperCase();

const OF_INVOICE: readonly Rule[] = [
  ['version', 'Version'],
  ['series', 'Serie'],
  ['folio', 'Folio'],
  ['issuedAt', 'Fecha', ISO],
  ['invoiceType', 'TipoDeComprobante', (text) => /^[IETNP]$/.exec(text)?.[0]],
  ['currency', 'Moneda', (text) => /^[A-Z]{3}$/.exec(text)?.[0]],
  ['subtotal', 'SubTotal', AMOUNT],
  ['total', 'Total', AMOUNT],
  ['certificateNumber', 'NoCertificado', (text) => /^\d{20}$/.exec(text)?.[0]],
];
const OF_ISSUER: readonly Rule[] = [
  ['issuerRfc', 'Rfc', readRfc],
  ['issuerName', 'Nombre'],
];
const OF_RECEIVER: readonly Rule[] = [
  ['receiverRfc', 'Rfc', readRfc],
  ['receiverName', 'Nombre'],
];
const OF_RECEIVER_4: readonly Rule[] = [
  ...OF_RECEIVER,
  ['receiverPostalCode', 'DomicilioFiscalReceptor', (text) => /^\d{5}$/.exec(text)?.[0]],
];
const OF_STAMP: readonly Rule[] = [
  ['uuid', 'UUID', UUID],
  ['stampedAt', 'FechaTimbrado', ISO],
];
/** Whose absence is nothing to tell. */
const OPTIONAL = new Set<FieldName>(['series', 'folio']);

/** An invoice of version 3.3 or 4.0 as XML. */
export const CFDI: KindRules = {
  kind: 'cfdi',
  score: ({ document: { xml } }) => {
    if (xml?.name !== 'Comprobante') return 0;
    return isKnown(xml) ? 1 : 0.6;
  },
  read: (material, sheet) => {
    const { xml } = material.document;
    if (xml === null) return;
    const isFour = xml.attributes['Version'] === '4.0';
    putAll(xml, OF_INVOICE, sheet);
    putAll(childOf(xml, 'Emisor'), OF_ISSUER, sheet);
    putAll(childOf(xml, 'Receptor'), isFour ? OF_RECEIVER_4 : OF_RECEIVER, sheet);
    const stamp = findElement(xml, 'TimbreFiscalDigital');
    putAll(stamp, OF_STAMP, sheet);
    checkStamp(xml, stamp, sheet);
    checkCertificate(material, sheet);
    checkTotals(xml, sheet);
    checkVersion(material, sheet);
  },
};

function isKnown({ attributes: { Version } }: XmlElement): boolean {
  return Version === '3.3' || Version === '4.0';
}

function checkVersion({ document: { xml } }: Material, sheet: Sheet): void {
  if (xml !== null && !isKnown(xml))
    sheet.check('reading', false, 'The version of the invoice is not one of those that are known');
}

function putAll(element: XmlElement | undefined, rules: readonly Rule[], sheet: Sheet): void {
  for (const [name, attribute, parse] of rules) {
    const text = element?.attributes[attribute]?.trim();
    const value = text === undefined || parse === undefined ? text : parse(text);
    if (value !== undefined && value !== '')
      sheet.put({ name, value, source: 'xml', confidence: PROVEN });
    else if (!OPTIONAL.has(name)) sheet.miss(name, reasonFor(text));
  }
}

function reasonFor(text: string | undefined) {
  if (text === undefined) return 'label_not_found';
  return text === '' ? 'empty' : 'not_valid';
}

function checkStamp(xml: XmlElement, stamp: XmlElement | undefined, sheet: Sheet): void {
  const seal = xml.attributes['Sello'];
  const stamped = stamp?.attributes['SelloCFD'];
  const ok = stamped === undefined || seal === undefined ? false : stamped === seal;
  const detail = ok ? 'The stamp belongs to the seal' : 'The invoice has no stamp of the seal';
  sheet.check('stamp', ok, detail);
  sheet.check('seal', null, 'The seal itself is not verified');
}
