import { describe, expect, it } from 'vitest';
import type { Extracted } from '../../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { computeCheckDigit } from '../../../../src/domain/extraction/mrz.ts';
import { computeCurpCheckDigit } from '../../../../src/domain/tax/curp.ts';
import { readText } from '../../../support/data/read-text.ts';

/** Everybody and everything here is invented. */
const TODAY = '2024-06-01';
const CURP = `PEAA850307MDFXNL0${computeCurpCheckDigit('PEAA850307MDFXNL0')}`;

const valuesOf = ({ fields }: Extracted) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));
const checksOf = ({ checks }: Extracted) =>
  Object.fromEntries(checks.map(({ code, ok }) => [code, ok]));
const sureOf = ({ fields }: Extracted) =>
  fields.filter(({ confidence }) => confidence >= 0.9).map(({ name }) => name);

const withDigit = (text: string) => text + computeCheckDigit(text);

describe('a passport', () => {
  const NUMBER = 'G12345678';

  function zone(number = NUMBER): string[] {
    const head = withDigit(number);
    const birth = withDigit('850307');
    const expiry = withDigit('301230');
    const optional = withDigit('<'.repeat(14));
    const whole = computeCheckDigit(head + birth + expiry + optional);
    const names = 'P<MEXPENALOZA<ANGELES<<ALICIA'.padEnd(44, '<');
    return [names, `${head}MEX${birth}F${expiry}${optional}${whole}`];
  }

  const PAGE = `ESTADOS UNIDOS MEXICANOS
    PASAPORTE / PASSPORT
    Pasaporte No. / Passport No.
    ${NUMBER}
    Apellidos / Surname
    PEÑALOZA ANGELES
    Nombres / Given names
    ALICIA
    CURP
    ${CURP}
    Fecha de expedición / Date of issue
    30 12 2020`;

  function read(lines: string[], text = PAGE): Extracted {
    const mrz = { lines, page: 1, confidence: 0.95 };
    return interpretDocument(
      readText(`${text}\n${lines.join('\n')}`, { source: 'ocr', confidence: 0.95, mrz }),
      null,
      TODAY,
    );
  }

  it('says what its zone proves, and prints the Ñ that a zone cannot write', () => {
    const made = read(zone());
    expect(made.kind).toBe('passport');
    expect(valuesOf(made)).toMatchObject({
      documentNumber: NUMBER,
      birthDate: '1985-03-07',
      expiryDate: '2030-12-30',
      issueDate: '2020-12-30',
      sex: 'female',
      nationality: 'MEX',
      paternalSurname: 'PEÑALOZA',
      maternalSurname: 'ANGELES',
      givenNames: 'ALICIA',
      curp: CURP,
    });
    expect(checksOf(made)).toMatchObject({ mrz_check_digits: true, mrz_matches_text: true });
  });

  it('promises nothing of a number that was read wrong in its zone', () => {
    const [names = '', digits = ''] = zone();
    const made = read([names, digits.replace('G12345678', 'G12345673')]);
    expect(valuesOf(made)).not.toMatchObject({ documentNumber: 'G12345673' });
    expect(checksOf(made)).toMatchObject({ mrz_check_digits: false });
    expect(made.needsReview).toBe(true);
  });

  it('whose zone was not read is for a person to look at', () => {
    const made = interpretDocument(
      readText(PAGE, { source: 'ocr', confidence: 0.95 }),
      'passport',
      TODAY,
    );
    expect(made.kind).toBe('passport');
    expect(made.missing).toContainEqual({ name: 'documentNumber', reason: 'unreadable' });
    expect(checksOf(made)).toMatchObject({ mrz_check_digits: null, claimed_type: true });
    expect(made.needsReview).toBe(true);
  });
});

describe('a sheet of the CURP', () => {
  const SHEET = `CONSTANCIA DE LA CLAVE ÚNICA DE REGISTRO DE POBLACIÓN
    Clave:
    ${CURP}
    Nombre
    ALICIA PEÑALOZA ANGELES
    Entidad de registro
    CIUDAD DE MÉXICO`;

  it('says the key, what the key says, and the name', () => {
    const made = interpretDocument(readText(SHEET), null, TODAY);
    expect(made.kind).toBe('curp');
    expect(valuesOf(made)).toMatchObject({
      curp: CURP,
      fullName: 'ALICIA PEÑALOZA ANGELES',
      birthDate: '1985-03-07',
      sex: 'female',
    });
    expect(sureOf(made)).toContain('curp');
  });

  it('whose key has a wrong check digit promises nothing of it', () => {
    const wrong = CURP.slice(0, 17) + ((Number(CURP.at(17)) + 1) % 10);
    const made = interpretDocument(readText(SHEET.replace(CURP, wrong)), null, TODAY);
    expect(made.needsReview).toBe(true);
    expect(valuesOf(made)).not.toHaveProperty('birthDate');
  });
});

describe('an acta constitutiva', () => {
  const DEED = `ESCRITURA PÚBLICA NÚMERO: 12,345
    En la Ciudad de México, a 5 de marzo de 2019, ante mí, titular de la
    NOTARÍA PÚBLICA NÚMERO 77
    CONTRATO DE SOCIEDAD por el que se constituye la sociedad denominada "EJEMPLOS INVENTADOS"
    El CAPITAL SOCIAL mínimo fijo es de $50,000.00
    FOLIO MERCANTIL ELECTRÓNICO NÚMERO: N-2019012345
    ESTATUTOS SOCIALES`;

  it('says what stands beside its labels, without a promise, for a person to look at', () => {
    const made = interpretDocument(readText(DEED), null, TODAY);
    expect(made.kind).toBe('articles_of_incorporation');
    expect(valuesOf(made)).toEqual({
      deedNumber: '12345',
      deedDate: '2019-03-05',
      notaryNumber: '77',
      tradeFolio: 'N-2019012345',
      companyName: 'EJEMPLOS INVENTADOS',
      capital: '50000.00',
    });
    expect(sureOf(made)).toEqual([]);
    expect(made.needsReview).toBe(true);
    expect(made.missing.map(({ name }) => name)).toEqual(['notaryName', 'shareholders']);
  });
});

describe('a bill', () => {
  it.each([
    [
      'of light, with small letters and figures under their label',
      `Comisión Federal de Electricidad
       No. de servicio:123456789012 RMU: 06000 24-03-10 XAXX-010101 001 CFE
       Tarifa: 1 No. Medidor: 12AB34
       Periodo facturado:10 MAR 24-10 MAY 24
       Límite de pago:28 MAY 24 Corte a partir: 29 MAY 24
       Total a pagar:
       $1,234`,
      {
        provider: 'CFE',
        serviceNumber: '123456789012',
        dueDate: '2024-05-28',
        amountDue: '1234',
      },
    ],
    [
      'of the telephone',
      `TELÉFONOS DE MÉXICO S.A.B. de C.V.
       Teléfono: 55 1234 5678
       Mes de Facturación: Mayo
       Pagar antes de: 28-MAY-2024
       Total a Pagar: $ 599.00`,
      {
        provider: 'TELMEX',
        serviceNumber: '5512345678',
        dueDate: '2024-05-28',
        amountDue: '599.00',
      },
    ],
    [
      'of water, with its own words',
      `JUNTA MUNICIPAL DE AGUA Y SANEAMIENTO
       Nombre: PERSONA INVENTADA
       Cuenta: 402197
       Periodo de servicio: 31/OCT/23 al 02/DIC/23
       TOTAL APAGAR: $369.00
       FECHA LIMITE DE PAGO: 15/DIC/2023`,
      {
        provider: 'WATER',
        serviceNumber: '402197',
        dueDate: '2023-12-15',
        amountDue: '369.00',
        period: '31/OCT/23 al 02/DIC/23',
      },
    ],
    [
      'of water by a contract',
      `SIAPA Agua potable y alcantarillado
       Cuenta Contrato: 12345678
       Fecha de factura: 02/05/2024
       Fecha de vencimiento: 20/05/2024
       Importe a pagar: $210.50`,
      {
        provider: 'WATER',
        serviceNumber: '12345678',
        issueDate: '2024-05-02',
        dueDate: '2024-05-20',
        amountDue: '210.50',
      },
    ],
  ])('%s', (_what, text, values) => {
    const made = interpretDocument(readText(text), null, TODAY);
    expect(made.kind).toBe('proof_of_address');
    expect(valuesOf(made)).toMatchObject(values);
  });

  it('with the signs of two who bill is of neither', () => {
    const text = `Comisión Federal de Electricidad, pague también en TELMEX
      No. de servicio: 123456789012
      Total a pagar: $10.00
      Límite de pago: 28 MAY 24`;
    const made = interpretDocument(readText(text), null, TODAY);
    expect(made.missing).toContainEqual({ name: 'provider', reason: 'ambiguous' });
  });
});
