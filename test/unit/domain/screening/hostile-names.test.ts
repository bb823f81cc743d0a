import { expect, it } from 'vitest';
import { editCostStats } from '../../../../src/domain/screening/edit-distance/edit-cost.ts';
import { alignTokens } from '../../../../src/domain/screening/names/align-tokens.ts';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import { scoreNames } from '../../../../src/domain/screening/names/score-names.ts';

/** A pair of usual names fills some hundred; so many take a millisecond, and a few where the code is cold. */
const CELLS_MAX = 65_000;
const LETTERS = 'BCDFGLMNPRSTAEIOU';

const letter = (at: number): string => LETTERS.charAt(at % LETTERS.length);

/** Words that are the same but for their last letters: no comparison of two of them ends early. */
function makeWords(count: number, length: number, seed: number): string {
  const start = Array.from({ length: length - 3 }, (_, at) => letter(at * 7 + 3)).join('');
  const words = Array.from({ length: count }, (_, at) => {
    return start + letter(at + seed) + letter(at * 5 + seed) + letter(at * 3 + 2 + seed);
  });
  return words.join(' ').slice(0, 500);
}

it.each([
  [20, 24, 20, 24],
  [20, 12, 20, 24],
  [12, 40, 12, 40],
  [20, 13, 20, 13],
  [20, 8, 20, 16],
  [32, 14, 32, 14],
  [32, 8, 32, 14],
])('%i words of %i letters and %i of %i are compared in bounded steps', (...sizes) => {
  const [count, length, otherCount, otherLength] = sizes;
  const [one] = prepareNames(makeWords(count, length, 0), 'natural');
  const [other] = prepareNames(makeWords(otherCount, otherLength, 5), 'natural');
  if (one === undefined || other === undefined) throw new Error('There is no name.');
  const before = editCostStats.cells;
  scoreNames(one, other);
  expect(editCostStats.cells - before).toBeGreaterThan(10_000);
  expect(editCostStats.cells - before).toBeLessThan(CELLS_MAX);
});

it('words that are the same are found however many others took the steps', () => {
  const [padded] = prepareNames(`${makeWords(17, 24, 0)} QUIJADA ROCINANTE`, 'natural');
  const [plain] = prepareNames(`${makeWords(17, 24, 5)} QUIJADA ROCINANTE`, 'natural');
  if (padded === undefined || plain === undefined) throw new Error('There is no name.');
  const { pairs } = alignTokens(padded, plain);
  const same = pairs.filter(({ effect }) => effect === 'same');
  expect(same.map(({ query }) => query.token.text)).toEqual(
    expect.arrayContaining(['QUIJADA', 'ROCINANTE']),
  );
});
