import { expect, it } from 'vitest';
import { listBlockingKeys } from '../../../../src/domain/screening/names/blocking-keys.ts';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import { scoreNames } from '../../../../src/domain/screening/names/score-names.ts';
import type { PartyType } from '../../../../src/domain/screening/words/party-type.ts';
import { createRandom } from '../../../support/data/random.ts';

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Cherokee',
  'Coptic',
  'Glagolitic',
  'Adlam',
  'Deseret',
  'Osage',
  'Vithkuqi',
  'Warang_Citi',
  'Old_Hungarian',
  'Medefaidrin',
];
const CODES = 0x1ffff;
const SURNAME_FIRST = 3;

/** Letters of a script that have another case. */
function lettersOf(script: string): string[] {
  const ofScript = new RegExp(`^\\p{Script=${script}}$`, 'u');
  return Array.from({ length: CODES }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => ofScript.test(letter) && letter.toLowerCase() !== letter.toUpperCase(),
  );
}

function title(word: string): string {
  const [first = '', ...rest] = Array.from(word);
  return first.toUpperCase() + rest.join('').toLowerCase();
}

function alternate(word: string): string {
  return Array.from(word, (letter, at) =>
    at % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('');
}

function expectOneName(ways: readonly string[], partyType: PartyType): void {
  const [first, ...others] = ways.map((name) => ({
    keys: listBlockingKeys(name, partyType).tokens,
    name: prepareNames(name, partyType)[0],
  }));
  for (const other of others) {
    expect(other.keys).toEqual(first?.keys);
    if (first?.name === undefined || other.name === undefined) continue;
    expect(scoreNames(other.name, first.name)).toBeGreaterThanOrEqual(0.995);
  }
}

it.each(SCRIPTS)('%s: capitals, small letters and both together are one name', (script) => {
  const letters = lettersOf(script);
  const random = createRandom(42);
  const draw = (): string =>
    Array.from(
      { length: 4 + random.below(5) },
      () => letters[random.below(letters.length)] ?? '',
    ).join('');
  for (let count = 0; count < 200; count += 1) {
    const [given, surname] = [draw(), draw()];
    const ways = [
      `${given} ${surname}`.toUpperCase(),
      `${given} ${surname}`.toLowerCase(),
      `${title(given)} ${title(surname)}`,
      `${surname.toUpperCase()} ${title(given)}`,
      `${alternate(given)} ${alternate(surname)}`,
    ];
    expectOneName(ways, 'natural');
    // The end of a company's name may be a legal form, which another order moves.
    expectOneName(ways.toSpliced(SURNAME_FIRST, 1), 'legal');
  }
});

function coreOf(name: string): string | undefined {
  return prepareNames(name, 'natural')[0]?.core;
}

it('only a word of Latin letters with a capital inside is parted', () => {
  expect(coreOf('SergeiLavrov')).toBe('SERGEI LAVROV');
  expect(coreOf('ЧерняевВячеслав')).toBe(coreOf('ЧЕРНЯЕВВЯЧЕСЛАВ'));
  expect(coreOf('ЧЕРНЯЕВ Вячеслав')).toBe(coreOf('Черняев ВЯЧЕСЛАВ'));
});
