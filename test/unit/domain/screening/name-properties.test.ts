import { assert, constantFrom, property, string, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeEditCost } from '../../../../src/domain/screening/edit-distance/edit-cost.ts';
import {
  KEY_LENGTH_MAX,
  KEYS_MAX,
  listBlockingKeys,
} from '../../../../src/domain/screening/names/blocking-keys.ts';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import { PARTY_TYPES } from '../../../../src/domain/screening/words/party-type.ts';
import { scoreOf } from './score-of.ts';

const partyType = constantFrom(...PARTY_TYPES);
const anything = string({ unit: 'binary', maxLength: 200 });
const word = string({
  unit: constantFrom(...'ABCDEGILMNORSTUVZ'.split('')),
  minLength: 5,
  maxLength: 9,
});
const words = uniqueArray(word, { minLength: 2, maxLength: 4 });
/** The same texts in each run: a failure must not come and go. */
const RUNS = { numRuns: 200, seed: 13 };

describe('any two texts', () => {
  it('score from 0 to 1, and the same each time', () => {
    assert(
      property(anything, anything, partyType, (query, candidate, type) => {
        const score = scoreOf(query, candidate, type);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(scoreOf(query, candidate, type)).toBe(score);
      }),
      RUNS,
    );
  });

  it('are 1 where they are the same and have anything to read', () => {
    assert(
      property(anything, partyType, (text, type) => {
        expect(scoreOf(text, text, type)).toBe(prepareNames(text, type).length > 0 ? 1 : 0);
      }),
      RUNS,
    );
  });

  it('have keys within their bounds, sorted, each once', () => {
    assert(
      property(anything, partyType, (text, type) => {
        const { keys } = listBlockingKeys(text, type);
        expect(keys.length).toBeLessThanOrEqual(KEYS_MAX);
        expect(keys.every((key) => key.length > 0 && key.length <= KEY_LENGTH_MAX)).toBe(true);
        expect(keys).toEqual([...new Set(keys)].toSorted());
      }),
      RUNS,
    );
  });
});

describe('the words of a name', () => {
  it('may stand in any order', () => {
    assert(
      property(words, partyType, (parts, type) => {
        const turned = parts.toReversed().join(' ');
        expect(scoreOf(parts.join(' '), turned, type)).toBe(1);
      }),
      RUNS,
    );
  });

  it('score the same both ways round where neither has a word more', () => {
    assert(
      property(words, word, partyType, (parts, other, type) => {
        const [one, two] = [parts.join(' '), parts.with(0, other).join(' ')];
        expect(scoreOf(one, two, type)).toBeCloseTo(scoreOf(two, one, type), 3);
      }),
      RUNS,
    );
  });

  it('share a key with the same name in capitals, without marks or in another order', () => {
    assert(
      property(words, partyType, (parts, type) => {
        const written = parts.toReversed().join(' ').toLowerCase().replaceAll('e', 'é');
        expect(listBlockingKeys(written, type).tokens).toEqual(
          listBlockingKeys(parts.join(' '), type).tokens,
        );
      }),
      RUNS,
    );
  });
});

it('the cost of making a word another is nothing for itself and the same both ways', () => {
  assert(
    property(word, word, (one, other) => {
      expect(computeEditCost(one, one, 9)).toBe(0);
      expect(computeEditCost(one, other, 9)).toBeCloseTo(computeEditCost(other, one, 9), 9);
    }),
    RUNS,
  );
});

describe('long and strange texts', () => {
  const LONG = 10_000;
  it.each([
    ['one letter', 'A'.repeat(LONG)],
    ['letters alone', 'A '.repeat(LONG / 2)],
    ['dots', 'S.A.'.repeat(LONG / 4)],
    ['slashes', '// Ahora X '.repeat(900)],
    ['aliases', 'A antes '.repeat(1_200)],
    ['forms', 'SA DE CV '.repeat(1_100)],
    ['marks alone', 'e\u0301\u0327'.repeat(3_000)],
    ['half a pair', '\ud83d'.repeat(LONG)],
    ['Han', '\u4e60'.repeat(LONG)],
    ['controls', '\u0000\u202e\u200f'.repeat(3_000)],
    ['distinct words', Array.from({ length: 1_500 }, (_, at) => `W${at}X`).join(' ')],
  ])('cost no more than short ones: %s', (_, text) => {
    for (const type of PARTY_TYPES) {
      const prepared = prepareNames(text, type);
      const tokens = prepared.flatMap((one) => one.tokens);
      expect(tokens.length).toBeLessThanOrEqual(100);
      expect(tokens.every((token) => token.text.length <= 40)).toBe(true);
      expect(scoreOf(text, text, type)).toBe(prepared.length > 0 ? 1 : 0);
      expect(listBlockingKeys(text, type).keys.length).toBeLessThanOrEqual(KEYS_MAX);
    }
  });

  it('say nothing of a text in which nothing can be read', () => {
    for (const text of ['', ' ', '...', '\u0000', '\u200b', '// //', '-0-'.slice(0, 1)]) {
      expect(listBlockingKeys(text, 'natural')).toEqual({ core: '', tokens: [], keys: [] });
      expect(scoreOf(text, text, 'natural')).toBe(0);
    }
  });
});
