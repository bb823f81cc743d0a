import { describe, expect, it } from 'vitest';
import { listBlockingKeys } from '../../../../src/domain/screening/names/blocking-keys.ts';
import { ALERT_THRESHOLD } from '../../../../src/domain/screening/names/score-names.ts';
import {
  listBaseNames,
  listNicknames,
} from '../../../../src/domain/screening/words/given-names.ts';
import { scoreOf } from './score-of.ts';

/** Scores in both directions. */
function scoreBothWays(query: string, candidate: string): { least: number; most: number } {
  const scores = [scoreOf(query, candidate, 'natural'), scoreOf(candidate, query, 'natural')];
  return { least: Math.min(...scores), most: Math.max(...scores) };
}

function shareKey(query: string, candidate: string): boolean {
  const keys = new Set(listBlockingKeys(candidate, 'natural').keys);
  return listBlockingKeys(query, 'natural').keys.some((key) => keys.has(key));
}

describe('short forms of Spanish names', () => {
  it.each([
    ['GOYO QUIRARTE OLMOS', 'GREGORIO QUIRARTE OLMOS', 'another word'],
    ['BETO QUIRARTE OLMOS', 'ROBERTO QUIRARTE OLMOS', 'a short form of several names'],
    ['BETO QUIRARTE OLMOS', 'HUMBERTO QUIRARTE OLMOS', 'a short form of several names'],
    ['CHABELA QUIRARTE OLMOS', 'MARIA ISABEL QUIRARTE OLMOS', 'of a second given name'],
    ['PEPITO QUIRARTE OLMOS', 'JOSE QUIRARTE OLMOS', 'the diminutive of a short form'],
    ['PAQUITO QUIRARTE OLMOS', 'FRANCISCO QUIRARTE OLMOS', 'with QU for C'],
    ['BLANQUITA QUIRARTE OLMOS', 'BLANCA QUIRARTE OLMOS', 'with QU for C'],
    ['DIEGUITO QUIRARTE OLMOS', 'DIEGO QUIRARTE OLMOS', 'with GU for G'],
    ['CARMENCITA QUIRARTE OLMOS', 'CARMEN QUIRARTE OLMOS', 'with -CITA'],
    ['ANITA QUIRARTE OLMOS', 'ANA QUIRARTE OLMOS', 'of a name of three letters'],
  ])('%s and %s alert: %s', (query, candidate) => {
    expect(scoreBothWays(query, candidate).least).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
    expect(shareKey(query, candidate)).toBe(true);
  });

  it.each([
    ['GOYO QUIRARTE OLMOS', 'GERARDO QUIRARTE OLMOS'],
    ['BETO QUIRARTE OLMOS', 'ERNESTO QUIRARTE OLMOS'],
    ['PAQUITO QUIRARTE OLMOS', 'PABLO QUIRARTE OLMOS'],
  ])('%s and %s are two persons', (query, candidate) => {
    expect(scoreBothWays(query, candidate).most).toBeLessThan(ALERT_THRESHOLD);
  });

  it('resolves no name that only ends as a diminutive does', () => {
    expect(listBaseNames('BENITO')).toEqual([]);
    expect(listBaseNames('MARGARITA')).toEqual([]);
    expect(listBaseNames('QUIRARTE')).toEqual([]);
  });

  it('lists the nicknames of each name that a nickname stands for', () => {
    for (const name of listBaseNames('BETO')) expect(listNicknames(name)).toContain('BETO');
    expect(listBaseNames('BETO').length).toBeGreaterThan(3);
  });
});

describe('spellings of Slavic names', () => {
  it.each([
    ['SERGEJS ZARUBOVS', 'SERGEY ZARUBOV', 'the endings of Latvian'],
    ['SERGEJUS ZARUBOVAS', 'SERGEI ZARUBOV', 'the endings of Lithuanian'],
    ['MIKALAI ZARUBOU', 'MYKOLA ZARUBOV', 'Belarusian and Ukrainian'],
  ])('%s and %s alert: %s', (query, candidate) => {
    expect(scoreBothWays(query, candidate).least).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
    expect(shareKey(query, candidate)).toBe(true);
  });
});

describe('Korean surnames', () => {
  it.each([
    ['LEE YONG HAE', 'RI YONG HAE'],
    ['YI YONG HAE', 'RHEE YONG HAE'],
    ['PARK TAE WOON', 'PAK TAE WOON'],
    ['BAK TAE WOON', 'PARK TAE WOON'],
    ['JUNG TAE WOON', 'CHONG TAE WOON'],
    ['이용해', 'Lee Yong Hae'],
    ['이용해', 'RI Yong Hae'],
    ['박태운', 'Park Tae Un'],
  ])('%s and %s alert: one surname in two romanizations', (query, candidate) => {
    expect(scoreBothWays(query, candidate).least).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
    expect(shareKey(query, candidate)).toBe(true);
  });

  it.each([
    ['LEE YONG HAE', 'KIM YONG HAE'],
    ['PARK TAE WOON', 'BAE TAE WOON'],
    ['이용해', 'Kim Yong Hae'],
  ])('%s and %s are two persons', (query, candidate) => {
    expect(scoreBothWays(query, candidate).most).toBeLessThan(ALERT_THRESHOLD);
  });
});

describe('Hebrew', () => {
  it.each([
    ['יוסף שפירמן', 'Yosef Shpirman', 'a letter that is P and F'],
    ['יוסף שפירמן', 'Joseph Shpirman', 'a letter that is Y and J'],
    ['כרמל זלמנוב', 'Karmel Zalmanov', 'a letter that is hard at the start of a word'],
    ['נחמן זלברג', 'Nachman Zelberg', 'a letter that is CH and H'],
    ['נחמן זלברג', 'Nahman Zelverg', 'a letter that is B and V'],
  ])('finds %s as %s: %s', (query, candidate) => {
    expect(scoreBothWays(query, candidate).least).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
    expect(shareKey(query, candidate)).toBe(true);
  });

  it('keeps apart names whose consonants differ', () => {
    expect(scoreBothWays('יוסף שפירמן', 'Yosef Goldman').most).toBeLessThan(ALERT_THRESHOLD);
    expect(scoreBothWays('נחמן זלברג', 'Nachman Rotberg').most).toBeLessThan(ALERT_THRESHOLD);
  });
});
