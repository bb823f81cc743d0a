import { describe, expect, test } from 'vitest';
import type { Extracted } from '../../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2024-06-01';
const RFC = 'EKU9003173C9';
const PERSON_RFC = 'XAMA620210DQ5';

const COMPANY = `
  CÉDULA DE IDENTIFICACIÓN FISCAL
  ${RFC}
  CONSTANCIA DE SITUACIÓN FISCAL
  Lugar y Fecha de Emisión
  TLALPAN , CIUDAD DE MEXICO A 03 DE
  MAYO DE 2024
  idCIF: 10203040506
  Datos de Identificación del Contribuyente:
  RFC: ${RFC}
  Denominación/Razón Social: ESCUELA KEMPER URGATE
  Régimen Capital: SOCIEDAD ANONIMA DE CAPITAL VARIABLE
  Nombre Comercial:
  Fecha inicio de operaciones: 17 DE MARZO DE 1990
  Estatus en el padrón: ACTIVO
  Fecha de último cambio de estado: 05 DE JUNIO DE 1991
  Datos del domicilio registrado
  Código Postal:03100 Tipo de Vialidad: AVENIDA
  Nombre de Vialidad: DE LOS INSURGENTES Número Exterior: 1605
  Número Interior: Nombre de la Colonia: LOS AROMOS DEL SUR
  Nombre de la Localidad: Nombre del Municipio o Demarcación Territorial: BENITO JUAREZ
  Nombre de la Entidad Federativa: CIUDAD DE MEXICO Entre Calle: UNO
  Regímenes:
  Régimen Fecha Inicio Fecha Fin
  Régimen General de Ley Personas Morales 17/03/1990
  Cadena Original Sello: ||2024/05/03|${RFC}|CONSTANCIA DE SITUACIÓN FISCAL|200001088888800000031||`;

const valuesOf = ({ fields }: Extracted) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));
const checkOf = ({ checks }: Extracted, code: string) =>
  checks.find((one) => one.code === code)?.ok;
const reasonOf = ({ missing }: Extracted, name: string) =>
  missing.find((one) => one.name === name)?.reason;

describe('a constancia de situación fiscal', () => {
  test('gives what its labels say, in the forms that the gateway uses', () => {
    const made = interpretDocument(readText(COMPANY), null, TODAY);
    expect(made.kind).toBe('tax_status_certificate');
    expect(valuesOf(made)).toMatchObject({
      rfc: RFC,
      idCif: '10203040506',
      companyName: 'ESCUELA KEMPER URGATE',
      operationsStartDate: '1990-03-17',
      taxStatus: 'ACTIVO',
      postalCode: '03100',
      street: 'DE LOS INSURGENTES',
      exteriorNumber: '1605',
      municipality: 'BENITO JUAREZ',
      state: 'CIUDAD DE MEXICO',
      issueDate: '2024-05-03',
      issuePlace: 'TLALPAN, CIUDAD DE MEXICO',
      sealRfc: RFC,
      taxRegimes: '601 Régimen General de Ley Personas Morales | 1990-03-17',
    });
    expect(made.fields.every(({ confidence }) => confidence >= 0.9)).toBe(true);
    expect(checkOf(made, 'seal_rfc')).toBe(true);
    expect(checkOf(made, 'rfc_matches_name')).toBe(true);
  });

  test('says why a field has no value, and gives none', () => {
    const made = interpretDocument(readText(COMPANY.replace(/idCIF.*/, '')), null, TODAY);
    expect(reasonOf(made, 'idCif')).toBe('label_not_found');
    expect(reasonOf(made, 'tradeName')).toBe('empty');
    expect(reasonOf(made, 'interiorNumber')).toBe('empty');
    expect(reasonOf(made, 'economicActivities')).toBe('label_not_found');
    expect(valuesOf(made)).not.toHaveProperty('curp');
  });

  test.each([
    ['another RFC in the seal', `|${RFC}|CONSTANCIA`, '|CLA050928LK4|CONSTANCIA', 'seal_rfc'],
    ['another RFC on the card', `FISCAL\n  ${RFC}\n`, 'FISCAL\n  CLA050928LK4\n', 'header_rfc'],
    [
      'a name of other letters',
      'ESCUELA KEMPER URGATE',
      'FERRETERIA DEL NORTE',
      'rfc_matches_name',
    ],
    ['another day in the seal', '||2024/05/03|', '||2023/05/03|', 'seal'],
  ])('tells of %s', (...[, from, to, code]) => {
    const made = interpretDocument(readText(COMPANY.replace(from, to)), null, TODAY);
    expect(checkOf(made, code)).toBe(false);
    expect(made.needsReview).toBe(true);
  });

  test('promises nothing of an RFC whose check digit is wrong', () => {
    const made = interpretDocument(readText(COMPANY.replaceAll(RFC, 'EKU9003173C8')), null, TODAY);
    expect(checkOf(made, 'rfc_check_digit')).toBe(false);
    expect(made.fields.find(({ name }) => name === 'rfc')?.confidence).toBeLessThan(0.9);
  });

  test('gives no value for a label that says two things', () => {
    const twice = `${COMPANY}\n  Estatus en el padrón: SUSPENDIDO`;
    const made = interpretDocument(readText(twice), null, TODAY);
    expect(reasonOf(made, 'taxStatus')).toBe('ambiguous');
  });
});

const qr = (owner: string, host = 'siat.sat.gob.mx') => ({
  codes: [
    {
      format: 'qr' as const,
      text: `https://${host}/app/qr/faces/pages/mobile/validadorqr.jsf?D1=10&D2=1&D3=${owner}`,
      page: 1,
      box: null,
    },
  ],
});

describe('its square code', () => {
  test('says what the text lacks', () => {
    const text = COMPANY.replace(/ {2}idCIF.*\n/, '');
    const made = interpretDocument(readText(text, qr(`10203040506_${RFC}`)), null, TODAY);
    const idCif = made.fields.find(({ name }) => name === 'idCif');
    expect(idCif).toMatchObject({ value: '10203040506', source: 'qr' });
    expect(checkOf(made, 'qr_matches_text')).toBe(true);
  });

  test('agrees with nothing when the text holds neither RFC nor idCIF', () => {
    const text = COMPANY.replace(/ {2}idCIF.*\n/, '').replaceAll(RFC, '');
    const made = interpretDocument(readText(text, qr(`10203040506_${RFC}`)), null, TODAY);
    expect(made.checks.filter(({ code }) => code === 'qr_matches_text')).toEqual([
      { code: 'qr_matches_text', ok: null, detail: 'The text holds neither the RFC nor the idCIF' },
    ]);
  });

  test('that says something else takes the promise from what it disputes', () => {
    const made = interpretDocument(readText(COMPANY, qr('10203040506_CLA050928LK4')), null, TODAY);
    expect(checkOf(made, 'qr_matches_text')).toBe(false);
    const rfc = made.fields.find(({ name }) => name === 'rfc');
    expect(rfc?.value).toBe(RFC);
    expect(rfc?.confidence).toBeLessThan(0.9);
  });

  test('that leads elsewhere is no witness', () => {
    const made = interpretDocument(
      readText(COMPANY, qr(`1_${RFC}`, 'siat.sat.gob.mx.example.com')),
      null,
      TODAY,
    );
    expect(checkOf(made, 'qr_host')).toBe(false);
    expect(valuesOf(made)).not.toHaveProperty('verificationUrl');
  });
});

test('a person has names and a CURP, and no company name is missed', () => {
  const text = COMPANY.replaceAll(RFC, PERSON_RFC).replace(
    /Denominación[^\n]*\n[^\n]*/,
    'CURP: XAMA620210HDFXYZ08\n  Nombre (s): AMADOR\n  Primer Apellido: XALA\n  Segundo Apellido: MUÑOZ',
  );
  const made = interpretDocument(readText(text), null, TODAY);
  expect(valuesOf(made)).toMatchObject({
    rfc: PERSON_RFC,
    givenNames: 'AMADOR',
    paternalSurname: 'XALA',
    maternalSurname: 'MUÑOZ',
  });
  expect(reasonOf(made, 'companyName')).toBeUndefined();
  expect(checkOf(made, 'rfc_matches_curp')).toBe(true);
});

test('what somebody says it is counts where little is read, and is checked where much is', () => {
  const little = readText('RFC: AAA010101AAA');
  expect(interpretDocument(little, null, TODAY).kind).toBe('unknown');
  expect(interpretDocument(little, 'tax_status_certificate', TODAY).kind).toBe(
    'tax_status_certificate',
  );
  const made = interpretDocument(readText(COMPANY), 'passport', TODAY);
  expect(made.kind).toBe('tax_status_certificate');
  expect(checkOf(made, 'claimed_type')).toBe(false);
});
