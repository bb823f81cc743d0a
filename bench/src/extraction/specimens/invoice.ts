import type { Chance } from '../chance.ts';
import type { InventedPerson } from '../invented-person.ts';
import type { SentSpecimen } from '../specimen.ts';

const COMPANIES = [
  'COMERCIALIZADORA "LA PEÑA" & ASOCIADOS',
  "TALLERES D'ANGELO DEL NORTE",
  'SERVICIOS INTEGRALES ÑANDÚ',
  'GRUPO INDUSTRIAL QUIÑONES <SUR>',
] as const;

/** Writes an invoice (CFDI) of version 4.0 or 3.3. */
export function writeInvoice(person: InventedPerson, chance: Chance): SentSpecimen {
  const isFour = chance.between(1, 3) > 1;
  const day = `${isFour ? 2025 : 2021}-${chance.two(1, 12)}-${chance.two(1, 28)}`;
  const cents = chance.between(100, 9_000_000);
  const tax = Math.round(cents * 0.16);
  const fields = {
    version: isFour ? '4.0' : '3.3',
    series: chance.pick(['A', 'FAC', 'Ñ1']),
    folio: chance.digits(5),
    issuedAt: `${day}T10:${chance.two(0, 59)}:12`,
    stampedAt: `${day}T11:02:13`,
    invoiceType: chance.pick(['I', 'E']),
    currency: chance.pick(['MXN', 'USD']),
    subtotal: amount(cents),
    total: amount(cents + tax),
    certificateNumber: `0000100000${chance.digits(10)}`,
    issuerRfc: 'EKU9003173C9',
    issuerName: chance.pick(COMPANIES),
    receiverRfc: person.rfc,
    receiverName: `${person.given} ${person.paternal} ${person.maternal}`,
    uuid: [8, 4, 4, 4, 12].map((count) => chance.digits(count)).join('-'),
  };
  const receiver = isFour ? { receiverPostalCode: person.postalCode } : {};
  return {
    kind: 'cfdi',
    mrz: null,
    qr: null,
    isExact: true,
    mediaType: 'application/xml',
    bytes: Buffer.from(toXml({ ...fields, ...receiver }, amount(tax))),
    fields: { ...fields, ...receiver },
  };
}

type Said = Record<string, string | undefined>;

function toXml(said: Said, tax: string): string {
  const { version = '' } = said;
  const place = version === '4.0' ? { DomicilioFiscalReceptor: said['receiverPostalCode'] } : {};
  return `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante ${attributes({
    'xmlns:cfdi': `http://www.sat.gob.mx/cfd/${version.charAt(0)}`,
    Version: version,
    Serie: said['series'],
    Folio: said['folio'],
    Fecha: said['issuedAt'],
    Sello: 'U2VsbG8=',
    NoCertificado: said['certificateNumber'],
    SubTotal: said['subtotal'],
    Moneda: said['currency'],
    Total: said['total'],
    TipoDeComprobante: said['invoiceType'],
    LugarExpedicion: '03100',
  })}>
  <cfdi:Emisor ${attributes({ Rfc: said['issuerRfc'], Nombre: said['issuerName'], RegimenFiscal: '601' })}/>
  <cfdi:Receptor ${attributes({ Rfc: said['receiverRfc'], Nombre: said['receiverName'], ...place, UsoCFDI: 'G03' })}/>
  <cfdi:Impuestos ${attributes({ TotalImpuestosTrasladados: tax })}/>
  <cfdi:Complemento>
    <tfd:TimbreFiscalDigital ${attributes({
      'xmlns:tfd': 'http://www.sat.gob.mx/TimbreFiscalDigital',
      Version: '1.1',
      UUID: said['uuid'],
      FechaTimbrado: said['stampedAt'],
      SelloCFD: 'U2VsbG8=',
    })}/>
  </cfdi:Complemento>
</cfdi:Comprobante>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

function attributes(said: Said): string {
  return Object.entries(said)
    .flatMap(([name, value]) =>
      value === undefined
        ? []
        : `${name}="${value.replace(/[&<"]/g, (sign) => ENTITIES[sign] ?? '')}"`,
    )
    .join(' ');
}

function amount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
