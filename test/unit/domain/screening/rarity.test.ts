import { expect, it } from 'vitest';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import { scoreNames } from '../../../../src/domain/screening/names/score-names.ts';
import type { RarityFunction } from '../../../../src/domain/screening/words/name-token.ts';
import { createRarity, getDefaultRarity } from '../../../../src/domain/screening/words/rarity.ts';

it('a word counts less the more names of the table have it, and never more than is known generally', () => {
  const rarity = createRarity(
    new Map([
      ['QUIRARTE', 5],
      ['OLMOS', 500],
      ['ZEPEDA', 100_000],
      ['MARIA', 9],
    ]),
    100_000,
  );
  const [rare, known, most] = ['QUIRARTE', 'OLMOS', 'ZEPEDA'].map((word) =>
    rarity(word, 'natural'),
  );
  expect(rare).toBe(1);
  expect(known).toBeGreaterThan(most ?? 1);
  expect(most).toBeCloseTo(0.4, 3);
  expect(rarity('MARIA', 'natural')).toBe(getDefaultRarity('MARIA', 'natural'));
  expect(rarity('NOBODY', 'natural')).toBe(1);
});

it('an empty table changes nothing', () => {
  const rarity = createRarity(new Map(), 0);
  expect(rarity('GRUPO', 'legal')).toBe(getDefaultRarity('GRUPO', 'legal'));
});

function scoreBy(rarity?: RarityFunction): number {
  const [query] = prepareNames('Ubaldo Zepeda', 'natural', rarity);
  const [candidate] = prepareNames('Ubaldo Zepeda Olmos Ruiz', 'natural', rarity);
  return query && candidate ? scoreNames(query, candidate) : Number.NaN;
}

it('a table that is handed in changes what two names score', () => {
  const counts = new Map([
    ['UBALDO', 50_000],
    ['ZEPEDA', 90_000],
  ]);
  expect(scoreBy(createRarity(counts, 100_000))).toBeLessThan(scoreBy());
});
