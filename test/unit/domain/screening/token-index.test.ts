import { describe, expect, it } from 'vitest';
import {
  computeEditCost,
  WORD_LENGTH_MAX,
} from '../../../../src/domain/screening/edit-distance/edit-cost.ts';
import { TYPO_COST_MAX } from '../../../../src/domain/screening/names/score-letters.ts';
import { type Posting, TokenIndex } from '../../../../src/domain/screening/search/token-index.ts';
import {
  compareWords,
  SIMILARITY_MIN,
} from '../../../../src/domain/screening/words/compare-words.ts';
import {
  createToken,
  type NameToken,
  type TokenKind,
} from '../../../../src/domain/screening/words/name-token.ts';
import { createRandom } from '../../../support/data/random.ts';

const SYLLABLES = [
  'MA',
  'RO',
  'LI',
  'TE',
  'CU',
  'SAN',
  'BER',
  'VIL',
  'GO',
  'ZA',
  'CHI',
  'QUE',
  'LL',
  'H',
  'SS',
];
const WHOLE = [
  'JOSE',
  'PEPE',
  'FRANCISCO',
  'PACO',
  'GUADALUPE',
  'LUPE',
  'KU',
  'A',
  'COMERCIALIZADORA',
  'FERRET',
  'FERRETERIA',
  'ADMVOS',
  'ADMINISTRATIVOS',
  'BETO',
  'ROBERTO',
  'RI',
  'LEE',
];
const SIGNS = 'AAAEEIOUYSSHBVCKLMNRTXZJG01358'.split('');

/** Words of which many are slips of others: letters more, less, other, or turned, and digits that look like letters. */
function inventTokens(count: number, seed: number): NameToken[] {
  const numbers = createRandom(seed);
  const pick = (all: readonly string[]): string => all[numbers.below(all.length)] ?? '';
  const words: string[] = [];
  const slip = (word: string): string => {
    const at = numbers.below(word.length);
    const [before, letter, behind] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    const ways = [
      before + behind,
      before + pick(SIGNS) + behind,
      before + letter + pick(SIGNS) + behind,
      before + letter + letter + behind,
      before + behind.charAt(0) + letter + behind.slice(1),
      Array.from(word).toReversed().join(''),
      `${word}S`,
    ];
    return pick(ways);
  };
  const invent = (): string => {
    const kind = numbers.below(10);
    if (kind === 0) return pick(WHOLE);
    if (kind === 1) return String(numbers.below(2000));
    if (kind < 6 && words.length > 0) return slip(slip(pick(words)) || 'A');
    return Array.from({ length: 1 + numbers.below(5) }, () => pick(SYLLABLES)).join('');
  };
  while (words.length < count) words.push(invent() || 'O');
  return words.map((text, index) => {
    const kind = kindOf(text);
    const isCut = kind === 'word' && index % 5 === 0;
    return createToken({ text, kind, weight: 1, isCommon: false, isCut });
  });
}

function kindOf(text: string): TokenKind {
  if (/^\d+$/.test(text)) return 'number';
  return text.length === 1 ? 'initial' : 'word';
}

/** Whether scoring may put the one beside the other, by comparing them. */
function areLike(one: NameToken, other: NameToken, hasVowels: boolean): boolean {
  if (compareWords(one, other, hasVowels).similarity >= SIMILARITY_MIN) return true;
  return hasVowels && computeEditCost(one.text, other.text, TYPO_COST_MAX) <= TYPO_COST_MAX;
}

const postingAt = (at: number): Posting => ({
  nameIndex: at,
  significantWeight: 1,
  starts: 0,
  ends: 0,
});

describe('the words that may stand for one', () => {
  it.each([
    [true, 3],
    [false, 4],
  ])('are all that comparing it with every word finds (with vowels: %s)', (hasVowels, seed) => {
    const [listed, asked] = [inventTokens(700, seed), inventTokens(400, seed + 10)];
    const byText = new Map(listed.map((token) => [token.text, token]));
    const book = new TokenIndex();
    for (const [at, token] of [...byText.values()].entries()) book.add(token, postingAt(at));
    let found = 0;
    for (const token of [...asked, ...listed.slice(0, 100)]) {
      const right = [...byText.values()].flatMap((one, at) =>
        areLike(token, one, hasVowels) ? [at] : [],
      );
      found += right.length;
      const { similar } = book.findCandidates(token, hasVowels);
      const places = similar.map(({ tokenId }) => tokenId).toSorted((a, b) => a - b);
      expect([token.text, places]).toEqual([token.text, right]);
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('are found by as many letters as are compared, whatever comes behind them', () => {
    const compared = 'ABCDEFGHIKLMNOPRSTUABCDEFGHIKLMNOPRSTUAB';
    expect(compared).toHaveLength(WORD_LENGTH_MAX);
    const [listed, asked] = [`${compared}JQVWXYZ`, `${compared}A`].map((text) =>
      createToken({ text, kind: 'word', weight: 1, isCommon: false }),
    );
    if (listed === undefined || asked === undefined) throw new Error('There are both.');
    const book = new TokenIndex();
    book.add(listed, postingAt(0));
    expect(areLike(asked, listed, true)).toBe(true);
    expect(book.findCandidates(asked, true).similar).toHaveLength(1);
  });

  it('stand where they were added, each time', () => {
    const book = new TokenIndex();
    const [token] = inventTokens(1, 1);
    if (token === undefined) throw new Error('There is one.');
    for (const at of [3, 5]) book.add(token, postingAt(at));
    const [like] = book.findCandidates(token, true).similar;
    expect(book.getPostings(like?.tokenId ?? -1).nameIndexes).toEqual([3, 5]);
  });
});
