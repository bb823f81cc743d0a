import { describe, expect, it } from 'vitest';
import { areDissimilar } from '../../../../src/domain/screening/names/dissimilar-names.ts';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import {
  ALERT_THRESHOLD,
  POSSIBLE_THRESHOLD,
} from '../../../../src/domain/screening/names/score-names.ts';
import { scoreOf } from './score-of.ts';

function isPossible(query: string, candidate: string): boolean {
  return [scoreOf(query, candidate, 'natural'), scoreOf(candidate, query, 'natural')].every(
    (score) => score >= POSSIBLE_THRESHOLD && score < ALERT_THRESHOLD,
  );
}

describe('the name of a married woman', () => {
  it.each([
    ['MARTA ZUBIRAN DE ESQUERRA', 'MARTA ZUBIRAN OLMEDO', 'a second surname'],
    ['MARTA ELENA ZUBIRAN DE ESQUERRA', 'ZUBIRAN OLMEDO MARTA ELENA', 'in another order'],
    ['MARTA ZUBIRAN VDA. DE ESQUERRA', 'MARTA ZUBIRAN OLMEDO', 'of a widow'],
    ['MARTA ZUBIRAN VIUDA DE ESQUERRA', 'MARTA ZUBIRAN OLMEDO', 'of a widow'],
    ['MARTA SUBIRAN DE ESQUERRA', 'MARTA ZUBIRAN OLMEDO', 'spelt by ear'],
    ['MARTA ZUBIRAN DE CASTELLANOS', 'MARTA ZUBIRAN CASTRO', 'of two similar surnames'],
    ['MARTA ZUBIRAN DE ESQUERRA', 'MARTA ZUBIRAN DE OLMEDO', 'of two husbands'],
  ])('%s is possible as %s: %s', (query, candidate) => {
    expect(isPossible(query, candidate)).toBe(true);
  });

  it('alerts where nothing else differs', () => {
    const score = scoreOf('MARTA ZUBIRAN DE ESQUERRA', 'MARTA ZUBIRAN', 'natural');
    expect(score).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });

  it.each([
    ['MARTA ZUBIRAN DE ESQUERRA', 'ROSA ZUBIRAN OLMEDO', 'another given name'],
    ['MARTA ZUBIRAN DE ESQUERRA', 'MARTA OLMEDO RUELAS', 'another surname'],
    ['MARTA ZUBIRAN ESQUERRA', 'MARTA ZUBIRAN OLMEDO', 'no DE'],
    ['JUAN CARLOS DE ESQUERRA', 'JUAN CARLOS OLMEDO', 'given names before the only surname'],
    ['MARTA ELENA ZUBIRAN DE ESQUERRA', 'MARTA ROSA ZUBIRAN OLMEDO', 'another second name'],
  ])('%s is not %s: %s', (query, candidate) => {
    expect(scoreOf(query, candidate, 'natural')).toBeLessThan(POSSIBLE_THRESHOLD);
    expect(scoreOf(candidate, query, 'natural')).toBeLessThan(POSSIBLE_THRESHOLD);
  });

  it('passes the estimate that comes before scoring', () => {
    const [married, maiden] = ['MARTA ZUBIRAN DE ESQUERRA', 'MARTA ZUBIRAN OLMEDO'].map(
      (text) => prepareNames(text, 'natural')[0],
    );
    if (married === undefined || maiden === undefined) throw new Error('No names.');
    expect(areDissimilar(married, maiden, POSSIBLE_THRESHOLD)).toBe(false);
    expect(areDissimilar(maiden, married, POSSIBLE_THRESHOLD)).toBe(false);
  });
});
