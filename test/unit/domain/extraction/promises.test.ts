import { describe, expect, it } from 'vitest';
import type { ExtractedField, FieldName } from '../../../../src/domain/extraction/extracted.ts';
import { mayHideEnye } from '../../../../src/domain/extraction/fold-text.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { mergeMrz } from '../../../../src/domain/extraction/merge-mrz.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2026-11-22';
const SURE = 0.9;
const ZONE = [
  'P<MEXUGARTE<CASTANEDA<<RAUL<<<<<<<<<<<<<<<<<',
  'N720145280MEX9701067M3111253<<<<<<<<<<<<<<06',
];

function readPassport(...printed: string[]): (name: FieldName) => ExtractedField | undefined {
  const text = ['PASAPORTE / PASSPORT MEX N72014528', ...printed, ...ZONE].join('\n');
  const mrz = { lines: ZONE, page: 1, confidence: 0.98 };
  const { fields } = interpretDocument(readText(text, { source: 'ocr', mrz }), null, TODAY);
  return (name) => fields.find((field) => field.name === name);
}

describe('a name of a zone that the page prints too', () => {
  it('is promised with its tilde, also where its label was not read', () => {
    const surname = readPassport('UGARTE CASTAÑEDA', 'RAÚL')('maternalSurname');
    expect(surname?.value).toBe('CASTAÑEDA');
    expect(surname?.confidence).toBeGreaterThanOrEqual(SURE);
  });

  it('is not promised without one, which a picture may have lost', () => {
    const field = readPassport('UGARTE CASTANEDA', 'RAÚL');
    expect(field('maternalSurname')?.confidence).toBeLessThan(SURE);
    expect(field('paternalSurname')?.confidence).toBeGreaterThanOrEqual(SURE);
  });

  it('is taken without the specks beside it, and as the zone has it where the page has two', () => {
    expect(readPassport('Nombres', '. RAÚL.')('givenNames')?.value).toBe('RAÚL');
    expect(readPassport('UGARTE CASTAÑEDA', 'CASTANEDA')('maternalSurname')?.value).toBe(
      'CASTANEDA',
    );
  });

  it.each([
    ['CASTANEDA', true],
    ['NUNEZ', true],
    ['DE LA PENA', true],
    ['HERNANDEZ', false],
    ['FRANCO', false],
    ['CASTAÑEDA', false],
    ['INES', true],
  ])('may have had one: %s', (name, may) => expect(mayHideEnye(name)).toBe(may));
});

function readCard(surname: string): ExtractedField[] {
  const card = `INSTITUTO NACIONAL ELECTORAL
    CREDENCIAL PARA VOTAR
    NOMBRE
    ${surname}
    ÁVILA
    MARTÍN
    DOMICILIO
    C UNO 5
    CURP CUAM600808HYNRVR02
    AÑO DE RECISTRO 2016 03
    SECCI0N 1948 VICENCIA 2025 - 2035`;
  return interpretDocument(readText(card, { source: 'ocr', confidence: 0.98 }), null, TODAY).fields;
}

function sureOf(fields: readonly ExtractedField[]): string[] {
  return fields.filter(({ confidence }) => confidence >= SURE).map(({ name }) => name);
}

describe('a CURP that a picture shows', () => {
  it('is promised where the name speaks for it', () => {
    expect(sureOf(readCard('DE LA CRUZ'))).toEqual(
      expect.arrayContaining(['birthDate', 'curp', 'sex']),
    );
  });

  it('is not, nor what it says of the person, where its letters are not those of the name', () => {
    expect(sureOf(readCard('GARZA'))).toEqual([]);
  });

  it('and numbers are found beside labels some of whose letters were taken for others', () => {
    const values = Object.fromEntries(
      readCard('DE LA CRUZ').map(({ name, value }) => [name, value]),
    );
    expect(values).toMatchObject({
      registrationYear: '2016',
      section: '1948',
      validYears: '2025-2035',
    });
  });
});

describe('the years that a card is valid', () => {
  it.each(['2705 2024 - 2034', '2705 2024 2034'])(
    'stand beside the section, with their dash or without: %s',
    (row) => {
      const card = `INSTITUTO NACIONAL ELECTORAL
      CREDENCIAL PARA VOTAR
      FECHA DE NACIMIENTO SECCIÓN VIGENCIA
      21/07/1986 ${row}`;
      const { fields } = interpretDocument(readText(card, { source: 'ocr' }), 'ine_front', TODAY);
      const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
      expect(values).toMatchObject({ section: '2705', validYears: '2024-2034' });
    },
  );
});

describe('the year of a registration', () => {
  it('is none that stands behind another label', () => {
    const card = `INSTITUTO NACIONAL ELECTORAL
      CREDENCIAL PARA VOTAR
      AÑO DE REGISTRO VIGENCIA 2025 - 2035`;
    const { fields } = interpretDocument(readText(card, { source: 'ocr' }), 'ine_front', TODAY);
    expect(fields.map(({ name }) => name)).not.toContain('registrationYear');
  });
});

describe('the section', () => {
  it('is not the year of registration that stands before it in a row', () => {
    const card = `INSTITUTO NACIONAL ELECTORAL
      CREDENCIAL PARA VOTAR
      AÑO DE REGISTRO SECCIÓN VIGENCIA
      2010 0747 2024 - 2034`;
    const { fields } = interpretDocument(readText(card, { source: 'ocr' }), 'ine_front', TODAY);
    expect(fields.find(({ name }) => name === 'section')?.value).not.toBe('2010');
  });
});

describe('a passport’s number with nothing added', () => {
  it('has the nought at its end once, however many were read', () => {
    const noughts = ZONE.with(1, 'N720145280MEX9701067M3111253<<<<<<<<<<<<<006');
    expect(mergeMrz([noughts, noughts])?.lines).toEqual(ZONE);
  });
});

describe('labels of a picture', () => {
  it('are known by what their letters look like', () => {
    const text = `CONSTANCIA DE SITUACIÓN FISCAL
      REC: PESA540503850
      C0DIGO POSTAI: 72191
      Seguodo Apellido: SALGADO
      5EGUNDO APEILIDO: SALGADO`;
    const { fields } = interpretDocument(readText(text, { source: 'ocr' }), null, TODAY);
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      rfc: 'PESA540503850',
      postalCode: '72191',
      maternalSurname: 'SALGADO',
    });
  });

  it('end a value also where their colon was lost, unless they are words of it', () => {
    const text = `CONSTANCIA DE SITUACIÓN FISCAL
      RFC: PESA540503850
      Nombre de Vialidad DE LOS INSURGENTES Número Exterior 1605
      Nombre de la Colonia: UNIDAD NUMERO 18 ORIENTE`;
    const { fields } = interpretDocument(readText(text, { source: 'ocr' }), null, TODAY);
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      street: 'DE LOS INSURGENTES',
      exteriorNumber: '1605',
      neighborhood: 'UNIDAD NUMERO 18 ORIENTE',
    });
  });

  it('stand in text as they are written', () => {
    const text = 'CONSTANCIA DE SITUACIÓN FISCAL\nIDCIF: 12345678901\nC0DIGO POSTAL: 72191';
    const { fields } = interpretDocument(readText(text), null, TODAY);
    expect(fields.map(({ name }) => name)).not.toContain('postalCode');
  });
});

describe('a value of more signs than any document has', () => {
  it('is none', () => {
    const endless = `CONSTANCIA DE SITUACIÓN FISCAL\nIDCIF: 12345678901\nNOMBRE COMERCIAL: ${'A'.repeat(20_000)}`;
    const { fields, missing } = interpretDocument(readText(endless), null, TODAY);
    expect(fields.map(({ name }) => name)).not.toContain('tradeName');
    expect(missing).toContainEqual({ name: 'tradeName', reason: 'not_valid' });
  });
});
