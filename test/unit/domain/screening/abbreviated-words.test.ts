import { describe, expect, it } from 'vitest';
import { ALERT_THRESHOLD } from '../../../../src/domain/screening/names/score-names.ts';
import { isDerivedWord } from '../../../../src/domain/screening/words/abbreviated-words.ts';
import { scoreOf } from './score-of.ts';

describe('abbreviated words of companies', () => {
  it.each([
    ['REFACC. Y ACC. ZUBERAL', 'REFACCIONES Y ACCESORIOS ZUBERAL', 'words before a dot'],
    ['MUEB. Y DECOR. ZUBERAL', 'MUEBLES Y DECORACIONES ZUBERAL', 'words before a dot'],
    ['FERRET ZUBERAL', 'FERRETERIA ZUBERAL', 'a trade without a dot'],
    ['LAB CLIN ZUBERAL', 'LABORATORIO CLINICO ZUBERAL', 'a quality without a dot'],
    ['SERV. ADMVOS. ZUBERAL', 'SERVICIOS ADMINISTRATIVOS ZUBERAL', 'a contraction with its end'],
    ['ZUBERAL COMP', 'ZUBERAL COMPANY', 'a word that is a legal form in full'],
    ['ZUBERAL TERCER MILENIO', 'ZUBERAL III MILENIO', 'an ordinal and a Roman number'],
  ])('%s and %s alert: %s', (query, candidate) => {
    expect(scoreOf(query, candidate, 'legal')).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
    expect(scoreOf(candidate, query, 'legal')).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });

  it.each([
    ['CONSTRUCTORA MORA', 'CONSTRUCTORA MORALES', 'the beginning of a surname'],
    ['FERRET. SA', 'FERRETERIA SA', 'nothing but the abbreviation'],
    ['GRUPO ZUB. SA', 'GRUPO ZUBERAL SA', 'nothing but a brand cut short'],
    ['ZUBERAL DEC', 'ZUBERAL DIVISION', 'other letters'],
  ])('%s and %s do not alert: %s', (query, candidate) => {
    expect(scoreOf(query, candidate, 'legal')).toBeLessThan(ALERT_THRESHOLD);
    expect(scoreOf(candidate, query, 'legal')).toBeLessThan(ALERT_THRESHOLD);
  });

  it('knows derived words by their suffix, and no surname by it', () => {
    expect(['FERRETERIA', 'PERFORACIONES', 'TURISTICOS', 'ENGINEERING'].map(isDerivedWord)).toEqual(
      [true, true, true, true],
    );
    expect(['MORALES', 'ZUBERAL', 'ORTOGAL', 'ASUNCION'].map(isDerivedWord)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
