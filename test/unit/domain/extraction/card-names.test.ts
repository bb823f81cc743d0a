import { describe, expect, it } from 'vitest';
import type { FieldName } from '../../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { computeCurpCheckDigit } from '../../../../src/domain/tax/curp.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2026-11-22';

function read(name: readonly string[], prefix: string) {
  const curp = prefix + computeCurpCheckDigit(prefix);
  const text = `INSTITUTO NACIONAL ELECTORAL
  CREDENCIAL PARA VOTAR
  NOMBRE                        SEXO H
  ${name.join('\n  ')}
  DOMICILIO
  C UNO 5
  COL CENTRO 06000
  CURP ${curp}       AÑO DE REGISTRO
                                2016 03
  SECCION 1234 VIGENCIA 2021 - 2031`;
  const made = interpretDocument(readText(text, { source: 'ocr', confidence: 0.95 }), null, TODAY);
  const value = (field: FieldName) => made.fields.find(({ name: own }) => own === field)?.value;
  const reason = (field: FieldName) => made.missing.find(({ name: own }) => own === field)?.reason;
  return { value, reason };
}

describe('the name on a card', () => {
  it.each<[string, readonly string[], string, readonly (string | undefined)[]]>([
    [
      'with an abbreviation',
      ['ROBLES', 'TORRES', 'J JESUS'],
      'ROTJ850307HDFBRS0',
      ['ROBLES', 'TORRES', 'J JESUS'],
    ],
    [
      'with a speck before it',
      ['A ROBLES', 'TORRES', 'RAUL'],
      'ROTR850307HDFBRL0',
      ['ROBLES', 'TORRES', 'RAUL'],
    ],
    ['with one surname', ['ROBLES', 'RAUL'], 'ROXR850307HDFBXL0', ['ROBLES', undefined, 'RAUL']],
    [
      'with given names on two lines',
      ['ROBLES', 'TORRES', 'MARIA DE LOS', 'ANGELES GUADALUPE'],
      'ROTA850307MDFBRN0',
      ['ROBLES', 'TORRES', 'MARIA DE LOS ANGELES GUADALUPE'],
    ],
    [
      'with one surname and given names on two lines',
      ['ROBLES', 'RAUL', 'ERNESTO'],
      'ROXR850307HDFBXL0',
      ['ROBLES', undefined, 'RAUL ERNESTO'],
    ],
  ])('%s is read whole', (...[, name, prefix, [paternal, maternal, given]]) => {
    const { value } = read(name, prefix);
    expect([value('paternalSurname'), value('maternalSurname'), value('givenNames')]).toEqual([
      paternal,
      maternal,
      given,
    ]);
  });

  it('of two lines without a CURP that proves it is none', () => {
    const { value, reason } = read(['ROBLES', 'RAUL'], 'GAXL850307HDFRXS0');
    expect([value('paternalSurname'), reason('paternalSurname')]).toEqual([
      undefined,
      'unreadable',
    ]);
  });
});

describe('the year of registration', () => {
  it('stands below its label, in its column', () => {
    expect(read(['ROBLES', 'TORRES', 'RAUL'], 'ROTR850307HDFBRL0').value('registrationYear')).toBe(
      '2016',
    );
  });
});
