import { describe, expect, it } from 'vitest';
import { cleanName } from '../../../../src/domain/tax/clean-name.ts';
import { toCompanyLetters } from '../../../../src/domain/tax/company-letters.ts';
import { listCompanyFullNames, parseCompanyName } from '../../../../src/domain/tax/company-name.ts';
import { computeHomoclave } from '../../../../src/domain/tax/homoclave.ts';
import { toPersonLetters } from '../../../../src/domain/tax/person-letters.ts';
import { toSpanishWords } from '../../../../src/domain/tax/spanish-number.ts';
import { checkRfc, type RfcCheckInput } from '../../../../src/domain/tax/validate-rfc.ts';

function coherenceOf(rfc: string, facts: Partial<RfcCheckInput>) {
  return checkRfc({ rfc, strict: false, ...facts }, '2026-11-21').coherence;
}

const person = (given: string, paternal: string, maternal: string) => ({
  given,
  paternal,
  maternal,
});

describe('the letters of a natural person', () => {
  it.each([
    ['Elena', 'Ríos', 'Luna', 'RILE'],
    ['Josué', 'de la Torre', 'Zarza', 'TOZJ'],
    ['Eric', 'Mc Gregor', 'Von Juárez', 'GEJE'],
    ['Antonio', 'Ponce de León', 'Juárez', 'POJA'],
    ['Andrés', 'Ichs', 'Rojo', 'IXRA'],
    ['Íñigo', 'Güemes', 'Muñoz', 'GUMI'],
    ['Juana', "D'Angelo", 'Pérez-Gómez', 'DAPJ'],
    ['Ana', 'Ñandú', 'Ñu', 'ÑAÑA'],
  ])('of %s %s %s are %s: first letter and vowel, and two first letters', (...name) => {
    const [given, paternal, maternal, letters] = name;
    expect(toPersonLetters(person(given, paternal, maternal))).toBe(letters);
  });

  it.each([
    ['María Luisa', 'Paz', 'Sol', 'PASL'],
    ['José Antonio', 'Paz', 'Sol', 'PASA'],
    ['Ma. del Carmen', 'Paz', 'Sol', 'PASC'],
    ['María de los Ángeles', 'Paz', 'Sol', 'PASA'],
    ['Luz María', 'Paz', 'Sol', 'PASL'],
    ['María', 'Paz', 'Sol', 'PASM'],
    ['José', 'Paz', 'Sol', 'PASJ'],
    ['J. Jesús', 'Paz', 'Sol', 'PASJ'],
    ['Marco', 'Paz', 'Sol', 'PASM'],
  ])('of %s %s %s are %s: María and José count only alone', (...name) => {
    const [given, paternal, maternal, letters] = name;
    expect(toPersonLetters(person(given, paternal, maternal))).toBe(letters);
  });

  it.each([
    ['Ana', 'Lu', 'Ortiz', 'LOAN'],
    ['Álvaro', 'de la O', 'Lozano', 'OLAL'],
    ['Rosa', 'Real', '', 'RERO'],
    ['Ulises', '', 'Sol', 'SOUL'],
    ['A', 'Li', '', 'LIAX'],
    ['Iván', 'Bueno', 'Elizalde', 'BUEX'],
    ['Ana', 'de la', 'Sol', 'DSAN'],
  ])('of %s %s %s are %s: short and single surnames, and no forbidden word', (...name) => {
    const [given, paternal, maternal, letters] = name;
    expect(toPersonLetters(person(given, paternal, maternal))).toBe(letters);
  });

  it.each([
    ['', 'Paz', 'Sol'],
    ['Ana', '', ''],
    ['...', 'Paz', 'Sol'],
    ['Ana', ' ', '日本'],
  ])('are none without a given name and a surname: %j %j %j', (given, paternal, maternal) => {
    expect(toPersonLetters(person(given, paternal, maternal))).toBeUndefined();
  });
});

const lettersOf = (name: string) => toCompanyLetters(parseCompanyName(name));
const fullNamesOf = (name: string) => listCompanyFullNames(parseCompanyName(name));

describe('the letters of a legal entity', () => {
  it.each([
    ['Sonora Industrial Azucarera, S. de R.L.', 'SIA'],
    ['El abastecedor Ferretero Eléctrico, S.A.', 'AFE'],
    ['Los Viajes Internacionales de Marco Polo, S.A.', 'VIM'],
    ['Productos de la Industria del Papel, S.A.', 'PIP'],
    ['Compañía Periodística Nacional Eléctrica, S.A.', 'PNE'],
    ['Cía. Nal. de Subsistencias Mexicanas, S.A.', 'NSM'],
    ['Sociedad Cooperativa de Producción Agrícola', 'CPA'],
    ['Soc. de Consumo Agrícola del Sur, S.C.L.', 'CAS'],
    ['Guantes Industriales Guadalupe, S. en C.', 'GIG'],
    ['Guantes Industriales, S.A. de C.V.', 'GIN'],
    ['Aceros Ecatepec S A P I DE C V', 'AEC'],
    ['Distribuidora Ges,S.A.DE C.V.', 'DGE'],
    ['Arsuyama, S.P.R. de R.L.', 'ARS'],
    ['F.A.Z., S.A.', 'FAZ'],
    ['El 12, S.A.', 'DOC'],
    ['Grupo 2000, S.C.', 'GDM'],
    ['Sol & Luna, S.C.', 'SAL'],
    ['Ñandú Exporta, A.C.', 'ÑEX'],
    ['XY, S.A.', 'XYX'],
    ['La de los, S.A.', 'LDL'],
    ['S.A. de C.V.', 'SCV'],
  ])('of %s are %s', (name, letters) => {
    expect(lettersOf(name)).toBe(letters);
  });

  it.each(['', '  ', '日本', '...'])('are none for the name %j', (name) => {
    expect(lettersOf(name)).toBeUndefined();
  });

  it('are found in time linear in the name: this would never end otherwise', () => {
    for (const part of ['S A ', ', ', 'DE C.V. ', '9 ', '& '])
      expect(lettersOf(`Sol ${part.repeat(20_000)}`)).toMatch(/^S/);
  });
});

describe('numbers in names', () => {
  it.each([
    [0, 'CERO'],
    [16, 'DIECISEIS'],
    [21, 'VEINTIUNO'],
    [30, 'TREINTA'],
    [99, 'NOVENTA NUEVE'],
    [100, 'CIEN'],
    [101, 'CIENTO UNO'],
    [500, 'QUINIENTOS'],
    [1000, 'MIL'],
    [2026, 'DOS MIL VEINTISEIS'],
    [999_999, 'NOVECIENTOS NOVENTA NUEVE MIL NOVECIENTOS NOVENTA NUEVE'],
  ])('%i is read as %s', (value, words) => {
    expect(toSpanishWords(value).join(' ')).toBe(words);
  });
});

describe('the homoclave', () => {
  // The first is the SAT's own example; the others are as rfc-facil 1.1.0 computes them.
  it.each([
    ['Gómez Díaz Emma', 'GR'],
    ['Pérez García Juan', 'LN'],
    ['Muñoz Ortega Juan', 'T6'],
    ['Muñoz Muñoz Juan', 'RZ'],
    ['Argüelles Ortega Jesús', 'JF'],
    ['Pérez&Gómez García Juan', '2R'],
    ['Ríos Luna Elena', 'B6'],
  ])('of %s is %s', (name, homoclave) => {
    expect(computeHomoclave(cleanName(name))).toBe(homoclave);
  });

  it('of a company may be of its name with the legal form too', () => {
    expect(fullNamesOf('Sol y Mar, S.A. DE C.V.')).toEqual(['SOL Y MAR', 'SOL Y MAR SA DE CV']);
    expect(fullNamesOf('Sol, S de R L de CV')).toEqual(['SOL', 'SOL S DE RL DE CV']);
    expect(fullNamesOf('Sol, S. en C.')).toEqual(['SOL', 'SOL S EN C']);
    expect(fullNamesOf('Sol')).toEqual(['SOL']);
  });
});

const ELENA = {
  name: 'Elena',
  paternalSurname: 'Ríos',
  maternalSurname: 'Luna',
  birthOrConstitutionDate: '1985-03-07',
};

const warningsOf = (name: string) =>
  checkRfc({ rfc: 'RILE850307B61', strict: false, ...ELENA, name }, '2026-11-21').warnings;

describe('what else is known', () => {
  // Made up people, with the RFC that rfc-facil 1.1.0 computes.
  it.each([
    ['RILE850307B61', 'Elena', 'Ríos', 'Luna', '1985-03-07'],
    ['AACJ010102175', 'José', 'Alba', 'Cruz', '2001-01-02'],
    ['OVGU791020HC8', 'Ma. Guadalupe', 'de la O', 'Vega', '1979-10-20'],
    ['GUMI660606IP6', 'Íñigo', 'Güemes', 'Muñoz', '1966-06-06'],
    ['LOAN5505059F6', 'Ana', 'Lu', 'Ortiz', '1955-05-05'],
    ['BUEX7707075G9', 'Iván', 'Bueno', 'Elizalde', '1977-07-07'],
    ['DAPJ9909095W0', 'Juana', "D'Angelo", 'Pérez-Gómez', '1999-09-09'],
    ['SOUL910228JH1', 'Ulises', '', 'Sol', '1991-02-28'],
    ['RERO880808JCA', 'Rosa María', 'Real', '', '1988-08-08'],
  ])('fits %s wholly: %s %s %s', (rfc, name, ...more) => {
    const [paternalSurname, maternalSurname, birthOrConstitutionDate] = more;
    const facts = { name, paternalSurname, maternalSurname, birthOrConstitutionDate };
    expect(checkRfc({ rfc, strict: true, ...facts }, '2026-11-21')).toMatchObject({
      valid: true,
      date: birthOrConstitutionDate,
      errors: [],
      coherence: { namePrefix: true, dateMatch: true },
    });
  });

  it('is compared each for itself', () => {
    const rfc = 'RILE850307B61';
    const whole = { namePrefix: true, fullRfcMatch: true, dateMatch: true, curpDateMatch: null };
    expect(coherenceOf(rfc, ELENA)).toEqual(whole);
    expect(coherenceOf(rfc, { ...ELENA, birthOrConstitutionDate: null })).toEqual({
      ...whole,
      dateMatch: null,
    });
    const wrongDate = { ...whole, fullRfcMatch: false, dateMatch: false };
    expect(coherenceOf(rfc, { ...ELENA, birthOrConstitutionDate: '1985-03-08' })).toEqual(
      wrongDate,
    );
    const wrongName = { ...whole, namePrefix: false, fullRfcMatch: false };
    expect(coherenceOf(rfc, { ...ELENA, maternalSurname: 'Mar' })).toEqual(wrongName);
    // The letters are the same and the rest is another's: a homonym, or somebody else.
    const homonym = { ...whole, fullRfcMatch: false };
    expect(coherenceOf(rfc, { ...ELENA, name: 'Elvira' })).toEqual(homonym);
    expect(coherenceOf('RILE850307B62', ELENA)).toEqual(homonym);
    const nothing = { ...whole, namePrefix: null, fullRfcMatch: null };
    expect(coherenceOf(rfc, { ...ELENA, paternalSurname: '', maternalSurname: ' ' })).toEqual(
      nothing,
    );
  });

  it('of the name is odd where it differs, and of the homoclave is not', () => {
    expect(warningsOf('Elena')).toEqual([]);
    expect(warningsOf('Elvira')).toEqual([]);
    expect(warningsOf('Ana')).toEqual(['name']);
  });

  it('fits a company by the name, with or without its legal form', () => {
    const found = { namePrefix: true, fullRfcMatch: true, dateMatch: null, curpDateMatch: null };
    const name = 'Sonora Industrial Azucarera, S. de R.L.';
    for (const full of fullNamesOf(name)) {
      const before = `SIA821129${computeHomoclave(full)}`;
      const digit = checkRfc({ rfc: `${before}0`, strict: false }, '2026-11-21').checkDigit;
      expect(coherenceOf(before + (digit?.expected ?? ''), { name })).toEqual(found);
    }
    expect(coherenceOf('SIA821129AA1', { name, birthOrConstitutionDate: '1982-11-29' })).toEqual({
      ...found,
      fullRfcMatch: false,
      dateMatch: true,
    });
  });
});
