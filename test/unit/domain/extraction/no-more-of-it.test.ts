import { describe, expect, it } from 'vitest';
import type { DocumentContent } from '../../../../src/domain/extraction/document-content.ts';
import type { ExtractedField, FieldName } from '../../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { computeCheckDigit } from '../../../../src/domain/extraction/mrz.ts';
import { parseSpanishDate } from '../../../../src/domain/extraction/spanish-date.ts';
import { parseAmount } from '../../../../src/domain/extraction/values.ts';
import { readXml } from '../../../../src/extraction/read-xml.ts';
import { makeInvoice } from '../../../support/data/documents.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2026-11-22';
const SURE = 0.9;

function read(content: DocumentContent) {
  const made = interpretDocument(content, null, TODAY);
  const field = (name: FieldName): ExtractedField | undefined =>
    made.fields.find((candidate) => candidate.name === name);
  const reason = (name: FieldName) =>
    made.missing.find((candidate) => candidate.name === name)?.reason;
  const check = (code: string) => made.checks.find((candidate) => candidate.code === code)?.ok;
  return { field, reason, check };
}

function withDigit(text: string) {
  return text + computeCheckDigit(text);
}

function readZone(names: string, { birth = '850307', sex = 'F' } = {}) {
  const [head, day] = [withDigit('N12345678'), withDigit(birth)];
  const [end, optional] = [withDigit('301230'), withDigit('<'.repeat(14))];
  const whole = computeCheckDigit(head + day + end + optional);
  const lines = [
    `P<MEX${names}`.padEnd(44, '<'),
    `${head}MEX${day}${sex}${end}${optional}${whole}`,
  ];
  const mrz = { lines, page: 1, confidence: 0.98 };
  return read(readText(['PASAPORTE', ...lines].join('\n'), { source: 'ocr', mrz }));
}

describe('names of a zone', () => {
  it.each(['XOCHIHUA<MONTEMAYOR<<WENCESLAO<MAXIMILI', 'MONTEMAYOR<XOCHIHUA<<MARIAFERNANDA<XOCH'])(
    'that fill their line are flagged, and given names that may be cut are none: %s',
    (names) => {
      expect(names).toHaveLength(39);
      const { field, reason, check } = readZone(names);
      expect([field('givenNames'), reason('givenNames')]).toEqual([undefined, 'ambiguous']);
      expect(check('mrz_name')).toBe(false);
      expect(field('paternalSurname')?.confidence).toBeLessThan(SURE);
    },
  );

  it('that leave one filler are flagged and not promised', () => {
    const { field, check } = readZone('XOCHIHUA<MONTEMAYOR<<WENCESLAO<MAXIMIL');
    expect(field('givenNames')?.confidence).toBeLessThan(SURE);
    expect(check('mrz_name')).toBe(false);
  });

  it('that leave room are promised', () => {
    const { field, check } = readZone('UGARTE<ROBLES<<RAUL');
    expect(field('givenNames')?.confidence).toBeGreaterThanOrEqual(SURE);
    expect(check('mrz_name')).toBeUndefined();
  });

  it.each(['MONTES<DE<OCA<VILLASENOR', 'GARCIA<LOPEZ<PEREZ', 'PONCE<DE<LEON<DE<LA<CRUZ'])(
    'have no boundary that a zone shows: %s',
    (surnames) => {
      const { field, reason } = readZone(`${surnames}<<RAUL`);
      for (const name of ['paternalSurname', 'maternalSurname'] as const)
        expect([field(name), reason(name)]).toEqual([undefined, 'ambiguous']);
    },
  );

  it('with a particle between two surnames are not promised', () => {
    const { field } = readZone('ROBLES<DE<LA<CRUZ<<RAUL');
    expect(field('maternalSurname')?.confidence ?? 0).toBeLessThan(SURE);
    expect(readZone('DE<LA<CRUZ<ROBLES<<RAUL').field('paternalSurname')?.value).toBe('DE LA CRUZ');
  });

  it('says X by a filler', () => {
    expect(readZone('UGARTE<ROBLES<<RAUL', { sex: '<' }).field('sex')?.value).toBe('non_binary');
  });
});

describe('a date', () => {
  it.each(['07/03/0202', '7 DE MARZO DE 0202', '07/03/9999', '0202-03-07'])(
    'of another age is none: %s',
    (text) => expect(parseSpanishDate(text)).toBeUndefined(),
  );

  it.each(['07/03/2031', '07/03/1885', '7 DE MARZO DE 2027'])('of birth is none: %s', (date) => {
    const { field, reason } = read(
      readText(`CONSTANCIA DE LA CLAVE ÚNICA DE REGISTRO DE POBLACIÓN
        CLAVE: PEAA850307MDFXNL09
        Fecha de inscripción: 01/02/2001
        FECHA DE NACIMIENTO: ${date}`),
    );
    expect([field('birthDate'), reason('birthDate')]).toEqual([undefined, 'not_valid']);
  });
});

describe('an amount', () => {
  it.each([
    ['$152.00', '152.00'],
    ['-$152', '-152'],
    ['$-152.00', '-152.00'],
    ['$152.00-', '-152.00'],
    ['($152.00)', '-152.00'],
    ['$152.00 A FAVOR', '-152.00'],
    ['$152.00 CR', '-152.00'],
    ['$1 234.00', '1234.00'],
    ['$1,234,567.89 M.N.', '1234567.89'],
    ['$1’234.00', '1234.00'],
    ['$1,23', undefined],
    ['$1 23', undefined],
    ['($152.00', undefined],
    ['$1.234,00', undefined],
  ])('is signed and whole, or none: %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
    for (const between of [' ', '\n', '\nSaldo\n']) {
      const bill = read(
        readText(`CFE Suministrador de Servicios Básicos
          NO. DE SERVICIO: 123456789012
          LÍMITE DE PAGO: 28 MAY 24
          TOTAL A PAGAR:${between}${text}`),
      );
      expect(bill.field('amountDue')?.value).toBe(amount);
    }
  });
});

const OWN = /UUID="([^"]+)"/.exec(makeInvoice().toString())?.[1]?.toUpperCase() ?? '';
const OTHER = '11111111-2222-3333-4444-555555555555';
const STAMP = `<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" UUID="${OTHER}"/>`;
const END = '</cfdi:Comprobante>';

function readInvoice(change: (xml: string) => string) {
  const xml = readXml(Buffer.from(change(makeInvoice().toString())));
  return read({ ...readText(''), mediaType: 'application/xml', xml });
}

function moveStampToAddenda(xml: string): string {
  return xml
    .replace(/<tfd:TimbreFiscalDigital[^>]*>/, '')
    .replace('</tfd:TimbreFiscalDigital>', '')
    .replace(END, `<cfdi:Addenda>${STAMP}</cfdi:Addenda>${END}`);
}

function addComplement(xml: string): string {
  return xml.replace(END, `<cfdi:Complemento>${STAMP}</cfdi:Complemento>${END}`);
}

describe('the UUID of an invoice', () => {
  it.each<[string, (xml: string) => string]>([
    [
      'an addenda behind it',
      (xml) => xml.replace(END, `<cfdi:Addenda>${STAMP}</cfdi:Addenda>${END}`),
    ],
    [
      'an addenda before it',
      (xml) => xml.replace(/(<cfdi:Complemento)/, `<cfdi:Addenda>${STAMP}</cfdi:Addenda>$1`),
    ],
    [
      'a complement',
      (xml) =>
        xml.replace(
          /(<cfdi:Complemento[^>]*>)/,
          `$1<pago:Pagos xmlns:pago="x">${STAMP}</pago:Pagos>`,
        ),
    ],
  ])('is not that of a stamp in %s', (_where, change) => {
    expect(OWN).not.toBe('');
    expect(readInvoice(change).field('uuid')?.value).toBe(OWN);
  });

  it('is none where only an addenda has a stamp, or two complements differ', () => {
    expect(readInvoice(moveStampToAddenda).field('uuid')).toBeUndefined();
    expect(readInvoice(addComplement).reason('uuid')).toBe('ambiguous');
  });
});
