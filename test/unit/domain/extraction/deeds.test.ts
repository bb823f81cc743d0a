import { describe, expect, it } from 'vitest';
import type { Extracted } from '../../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../../src/domain/extraction/interpret-document.ts';
import { parseDateInWords } from '../../../../src/domain/extraction/layout/date-in-words.ts';
import { readText } from '../../../support/data/read-text.ts';

const TODAY = '2026-11-22';
const DEED = `LIBRO TRESCIENTOS. Cotejado el 3 de enero de 2020.
INSTRUMENTO NÚMERO VEINTITRÉS MIL CUATROCIENTOS CINCO (23,405).
EN LA CIUDAD DE PUEBLA, a los cinco días del mes de marzo de dos mil diecinueve, yo, el licenciado JUAN PÉREZ ROBLES, titular de la Notaría número setenta y siete (77), hago constar la CONSTITUCIÓN DE LA SOCIEDAD que se denomina “MUEBLES ORTOGAL”, SOCIEDAD ANÓNIMA.
CLÁUSULAS. El capital social es de $1,050,000.00 y los socios lo pagan. Objeto social: muebles. Folio mercantil electrónico número N-2019012345.`;

const valuesOf = ({ fields }: Extracted) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));

/** The same words on lines of at most so many characters. */
function wrap(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (`${last} ${word}`.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`.trim();
  }
  return lines.join('\n');
}

describe('a deed', () => {
  it.each([30, 41, 52, 67, 80, 95, 120])('is read across lines of %s characters', (width) => {
    const made = interpretDocument(readText(wrap(DEED, width)), null, TODAY);
    expect(made.kind).toBe('articles_of_incorporation');
    expect(valuesOf(made)).toEqual({
      deedNumber: '23405',
      deedDate: '2019-03-05',
      notaryNumber: '77',
      notaryName: 'JUAN PÉREZ ROBLES',
      tradeFolio: 'N-2019012345',
      companyName: 'MUEBLES ORTOGAL',
      capital: '1050000.00',
    });
    expect(made.fields.every(({ confidence }) => confidence < 0.9)).toBe(true);
  });

  it('has no date where only others stand on the page', () => {
    const text = DEED.replace(/EN LA CIUDAD DE PUEBLA, .*?diecinueve, /, '');
    const made = interpretDocument(readText(text), null, TODAY);
    expect(made.missing).toContainEqual({ name: 'deedDate', reason: 'label_not_found' });
  });

  it.each([
    ['cinco de marzo de dos mil diecinueve', '2019-03-05'],
    ['treinta y uno de diciembre de mil novecientos noventa y nueve', '1999-12-31'],
    ['primero de enero del año dos mil', '2000-01-01'],
    ['5 de marzo de 2019', '2019-03-05'],
    ['veinte y nueve de febrero de dos mil diecinueve', undefined],
    ['treinta y dos de enero de dos mil uno', undefined],
    ['cinco de marzo de dos mil cien', undefined],
  ])('tells a date in words, or none: %s', (text, date) =>
    expect(parseDateInWords(text)).toBe(date),
  );
});
