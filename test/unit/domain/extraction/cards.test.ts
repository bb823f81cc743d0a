import { expect, test } from 'vitest';
import type { Extracted } from '../../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { computeCheckDigit } from '../../../../src/domain/extraction/mrz.ts';
import { computeCurpCheckDigit } from '../../../../src/domain/tax/curp.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2024-06-01';
const CURP = `PEAA850307MDFXNL0${computeCurpCheckDigit('PEAA850307MDFXNL0')}`;

const valuesOf = ({ fields }: Extracted) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));

function backLines(): string[] {
  const number = '123456789';
  const first = `IDMEX${number}${computeCheckDigit(number)}<<1234567890123`;
  const second = `850307${computeCheckDigit('850307')}F301231${computeCheckDigit('301231')}MEX<02<<54321<`;
  const whole = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29);
  return [first, second + computeCheckDigit(whole), 'PENALOZA<ANGELES<<ALICIA<<<<<<<'.slice(0, 30)];
}

test('the zone of a voter’s card gives what its check digits prove', () => {
  const lines = backLines();
  const mrz = { lines, page: 1, confidence: 0.95 };
  const made = interpretDocument(readText(lines.join('\n'), { source: 'ocr', mrz }), null, TODAY);
  expect(made.kind).toBe('ine_back');
  expect(valuesOf(made)).toMatchObject({
    cic: '123456789',
    birthDate: '1985-03-07',
    expiryDate: '2030-12-31',
    sex: 'female',
    paternalSurname: 'PENALOZA',
    maternalSurname: 'ANGELES',
    givenNames: 'ALICIA',
    ocrNumber: '1234567890123',
  });
  expect(made.checks).toContainEqual(
    expect.objectContaining({ code: 'mrz_check_digits', ok: true }),
  );
});

test('a zone with a sign read wrong promises nothing of what that sign is part of', () => {
  const lines = backLines().map((line, place) =>
    place === 1 ? line.replace('850307', '850301') : line,
  );
  const mrz = { lines, page: 1, confidence: 0.95 };
  const made = interpretDocument(readText(lines.join('\n'), { source: 'ocr', mrz }), null, TODAY);
  expect(valuesOf(made)).not.toHaveProperty('birthDate');
  expect(made.missing).toContainEqual({ name: 'birthDate', reason: 'unreadable' });
  expect(made.needsReview).toBe(true);
});

const FRONT = `INSTITUTO NACIONAL ELECTORAL
  CREDENCIAL PARA VOTAR
  NOMBRE
  PENALOZA
  ANGELES
  ALICIA
  DOMICILIO
  C UNO 5
  COL CENTRO 06000
  CLAVE DE ELECTOR PNANAL85030709M300
  CURP ${CURP}
  SECCION 1234 VIGENCIA 2021 - 2031`;

test('an Ñ that a picture shows as N is known from the CURP, and marked so', () => {
  const made = interpretDocument(readText(FRONT, { source: 'ocr', confidence: 0.95 }), null, TODAY);
  expect(made.kind).toBe('ine_front');
  const surname = made.fields.find(({ name }) => name === 'paternalSurname');
  expect(surname).toMatchObject({ value: 'PEÑALOZA', recoveredFrom: 'curp' });
  expect(valuesOf(made)).toMatchObject({ curp: CURP, birthDate: '1985-03-07', sex: 'female' });
});

test('what a picture alone says promises nothing; what a check digit proves does', () => {
  const made = interpretDocument(readText(FRONT, { source: 'ocr', confidence: 1 }), null, TODAY);
  const sure = made.fields.filter(({ confidence }) => confidence >= 0.9).map(({ name }) => name);
  expect(sure.toSorted()).toEqual(['birthDate', 'curp', 'electorKey', 'sex']);
});

test.each([
  ['whole', 'CLAVE DE ELECTOR PNANAL85030709M300'],
  ['without its first word', 'DE ELECTOR PNANAL85030709M300'],
  ['without its last word', 'CLAVE DE PNANAL85030709M300'],
  ['lost altogether', 'PNANAL85030709M300'],
])(
  'an address ends before the next label, on a line of its own or on the same: %s',
  (_name, label) => {
    for (const between of ['\n  ', ', ', ' ']) {
      const front = FRONT.replace(
        'COL CENTRO 06000\n  CLAVE DE ELECTOR PNANAL85030709M300',
        `COL 2A SECCION 06000 MERIDA, YUC.${between}${label}`,
      );
      expect(front).not.toBe(FRONT);
      const made = interpretDocument(
        readText(front, { source: 'ocr', confidence: 0.95 }),
        null,
        TODAY,
      );
      const { addressText, postalCode } = valuesOf(made);
      expect([addressText, postalCode]).toEqual([
        'C UNO 5, COL 2A SECCION 06000 MERIDA, YUC.',
        '06000',
      ]);
    }
  },
);

const BILL = `CFE Suministrador de Servicios Básicos
  Nombre: ALICIA PEÑALOZA ANGELES
  NO. DE SERVICIO: 123 456 789 012
  C.P. 06000
  PERIODO FACTURADO: 10 MAR 24 - 10 MAY 24
  LIMITE DE PAGO: 28 MAY 24
  TOTAL A PAGAR: $1,234.50`;

test('a bill says who, where and for how much, and how old it is', () => {
  const made = interpretDocument(readText(BILL), null, TODAY);
  expect(made.kind).toBe('proof_of_address');
  expect(valuesOf(made)).toMatchObject({
    provider: 'CFE',
    serviceNumber: '123456789012',
    postalCode: '06000',
    amountDue: '1234.50',
    dueDate: '2024-05-28',
  });
  const ageAt = (today: string) =>
    interpretDocument(readText(BILL), null, today).checks.find(({ code }) => code === 'age')?.ok;
  expect(['2024-08-10', '2024-08-11', '2024-05-09'].map(ageAt)).toEqual([true, false, false]);
});
