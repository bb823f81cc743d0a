import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../../examples/web/src/i18n/en/catalogue.ts';
import { SPANISH } from '../../../examples/web/src/i18n/es/catalogue.ts';
import { chooseLanguage } from '../../../examples/web/src/i18n/language.ts';
import { listMessages } from '../../support/probes/catalogue-messages.ts';

describe('the catalogues of the example frontend', () => {
  const english = listMessages(ENGLISH);
  const spanish = listMessages(SPANISH);

  it('have the same keys and parameters', () => {
    expect(english.length).toBeGreaterThan(500);
    expect(spanish.map(toShape).toSorted()).toEqual(english.map(toShape).toSorted());
  });

  it('have no empty text, and no text that leaves out a parameter', () => {
    for (const { path, text, parameters } of [...english, ...spanish]) {
      expect({ path, text: text.trim() }).not.toEqual({ path, text: '' });
      const shown = text.match(/\d/g)?.length ?? 0;
      expect({ path, isWhole: shown >= parameters }).toEqual({ path, isWhole: true });
    }
  });

  it('have different texts, except for terms and codes', () => {
    const other = new Map(spanish.map(({ path, text }) => [path, text]));
    const same = english.filter(({ path, text }) => other.get(path) === text);
    expect([...new Set(same.map(({ text }) => text))].toSorted()).toEqual(SHARED_TERMS);
  });
});

describe('the countries of the example frontend', () => {
  it.each([
    [
      SPANISH,
      ['MEX', 'Mexico', 'mexicana', null, 'DEU', 'Atlantis'],
      ['México', 'Alemania', 'Atlantis'],
    ],
    [ENGLISH, ['MEX', 'México', 'ESP', ''], ['Mexico', 'Spain', '']],
  ])('have one spelling in its language', ({ formats }, texts, names) => {
    expect(formats.countries(texts)).toEqual(names);
  });
});

describe('the language of the example frontend', () => {
  it.each([
    [null, ['es-MX', 'en'], 'es'],
    [null, ['fr-FR', 'es'], 'es'],
    [null, ['en-US', 'es'], 'en'],
    [null, ['de-DE'], 'en'],
    [null, [], 'en'],
    ['en', ['es-MX'], 'en'],
    ['es', ['en-US'], 'es'],
    ['xx', ['es-MX'], 'es'],
  ])('stored %s, preferred %j: %s', (stored, preferred, language) => {
    expect(chooseLanguage(stored, preferred)).toBe(language);
  });
});

/** Texts that are the same in both languages. */
const SHARED_TERMS = ['CFDI', 'CIC', 'CSF', 'CURP', 'Folio', 'INE', 'No', 'RFC', 'XML', 'idCIF'];

function toShape({ path, parameters }: { path: string; parameters: number }): string {
  return `${path}/${parameters}`;
}
