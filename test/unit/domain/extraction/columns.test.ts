import { describe, expect, it } from 'vitest';
import type { PageSource } from '../../../../src/domain/extraction/document-content.ts';
import type { FieldName } from '../../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { computeCurpCheckDigit } from '../../../../src/domain/tax/curp.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2026-11-22';
const SOURCES: readonly PageSource[] = ['text', 'ocr'];

function read(text: string, source: PageSource = 'text') {
  const made = interpretDocument(readText(text, { source, confidence: 0.95 }), null, TODAY);
  const value = (name: FieldName) => made.fields.find((field) => field.name === name)?.value;
  const confidence = (name: FieldName) =>
    made.fields.find((field) => field.name === name)?.confidence ?? 0;
  return { value, confidence, made };
}

const HEAD = `CONSTANCIA DE SITUACIÓN FISCAL
  RFC: EKU9003173C9
  idCIF: 10203040506`;

describe.each(SOURCES)('a certificate with columns, read by %s', (source) => {
  it('has its day of issue below a label that shares its line with another column', () => {
    for (const [first, second] of [
      ['TLALPAN , CIUDAD DE MEXICO A 03 DE', 'MAYO DE 2024'],
      ['TLALPAN , CIUDAD DE MEXICO', 'A 03 DE MAYO DE 2024'],
    ]) {
      const { value } = read(
        `CÉDULA DE IDENTIFICACIÓN FISCAL        CONSTANCIA DE SITUACIÓN FISCAL
  EKU9003173C9                           Lugar y Fecha de Emisión
  ESCUELA KEMPER URGATE                  ${first}
  idCIF: 10203040506                     ${second}
  RFC: EKU9003173C9`,
        source,
      );
      expect(value('issueDate')).toBe('2024-05-03');
      expect(value('issuePlace')).toBe('TLALPAN, CIUDAD DE MEXICO');
      expect(value('idCif')).toBe('10203040506');
    }
  });

  it('has values on two lines, each in its column', () => {
    const { value } = read(
      `${HEAD}
  Denominación/Razón Social:    MUEBLES ORTOGAL DE LOS
                                ALTOS DEL BAJIO
  Nombre Comercial:
  Código Postal:03100                                Tipo de Vialidad: AVENIDA
  Nombre de Vialidad: AVENIDA DE LOS CONSTITUYENTES  Número Exterior: 1605
  DEL NORTE
  Número Interior:                                   Nombre de la Colonia: LOS AROMOS DEL
                                                     SUR
  Nombre de la Localidad: CENTRO                     Nombre de la Entidad Federativa: CIUDAD DE MEXICO`,
      source,
    );
    expect(value('companyName')).toBe('MUEBLES ORTOGAL DE LOS ALTOS DEL BAJIO');
    expect(value('street')).toBe('AVENIDA DE LOS CONSTITUYENTES DEL NORTE');
    expect(value('neighborhood')).toBe('LOS AROMOS DEL SUR');
    expect(value('exteriorNumber')).toBe('1605');
    expect(value('postalCode')).toBe('03100');
    expect(value('locality')).toBe('CENTRO');
    expect(value('tradeName')).toBeUndefined();
  });
});

describe('a value that may go on', () => {
  it.each(['street', 'neighborhood', 'companyName'] as const)(
    'is whole or not promised, wherever its line is broken: %s',
    (name) => {
      const labels = {
        street: 'Nombre de Vialidad',
        neighborhood: 'Nombre de la Colonia',
        companyName: 'Denominación/Razón Social',
      };
      const words = 'SAN MIGUEL DE LOS ALTOS DEL RIO GRANDE'.split(' ');
      for (const at of words.keys()) {
        if (at === 0) continue;
        const [first, rest] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
        const label = `${labels[name]}:`;
        for (const indent of ['', ' '.repeat(label.length + 1)]) {
          const field = read(`${HEAD}
  ${label} ${first}
  ${indent}${rest}
  Datos del domicilio registrado`);
          const isWhole = field.value(name) === words.join(' ');
          expect(isWhole || field.confidence(name) < 0.9).toBe(true);
        }
      }
    },
  );

  it('needs the rest that its last word announces', () => {
    const text = `CFE Suministrador de Servicios Básicos
  NO. DE SERVICIO: 123456789012
  PERIODO FACTURADO: 10/09/2026 -`;
    const tail = `
  LÍMITE DE PAGO: 28 MAY 24
  TOTAL A PAGAR: $152.00`;
    expect(read(text + tail).value('period')).toBeUndefined();
    expect(read(`${text}\n  10/11/2026${tail}`).value('period')).toBe('10/09/2026 - 10/11/2026');
  });

  it('is the whole name of a sheet of the CURP', () => {
    const curp = `ROTA850307MDFBRN0${computeCurpCheckDigit('ROTA850307MDFBRN0')}`;
    for (const name of [
      'MARIA DE LOS ANGELES\n  ROBLES TORRES',
      'MARIA DE LOS\n  ANGELES ROBLES\n  TORRES',
      'MARIA DE LOS ANGELES ROBLES TORRES',
    ]) {
      const { value } = read(`CONSTANCIA DE LA CLAVE ÚNICA DE REGISTRO DE POBLACIÓN
  Clave:
  ${curp}
  Nombre
  ${name}
  Entidad de registro
  CIUDAD DE MÉXICO`);
      expect(value('fullName')).toBe('MARIA DE LOS ANGELES ROBLES TORRES');
    }
  });
});
