import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeEditCost } from '../../../../src/domain/screening/edit-distance/edit-cost.ts';
import {
  computeCostMin,
  toAlphabetMask,
} from '../../../../src/domain/screening/edit-distance/letter-masks.ts';
import { toTenths } from '../../../../src/domain/screening/edit-distance/tenths.ts';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import { scoreNames } from '../../../../src/domain/screening/names/score-names.ts';
import {
  addToIndex,
  createEntryIndex,
  type EntryIndex,
  findCandidates,
} from '../../../../src/domain/screening/parties/entry-index.ts';
import type { ScreenedParty } from '../../../../src/domain/screening/parties/screened-party.ts';
import type { PartyType } from '../../../../src/domain/screening/words/party-type.ts';
import { createRandom } from '../../../support/data/random.ts';
import { finishSteps } from '../../../support/gateway/finish-steps.ts';

const GIVEN = ['JOSE', 'PEPE', 'FRANCISCO', 'PACO', 'MARIA', 'GUADALUPE', 'LI', 'KIM', 'ALI', 'J.'];
const SURNAMES = ['DE LA CRUZ', 'DELACRUZ', 'GARCIA', 'GARSIA', 'LOPEZ', 'ABD AL RAHMAN', 'O'];
const TRADES = ['GRUPO', 'COMERCIALIZADORA', 'TRANSPORTES', 'M', 'CONSTRUCCIONES', 'INDUSTRIES'];
const OTHERS = [
  'بشار سبعاوي إبراهيم',
  'ابراهيم حسن التكريتي',
  'BASHAR SABAWI IBRAHIM',
  'IBRAHIM HASAN AL TIKRITI',
  'Владимир Петров',
  'VLADIMIR PETROV',
  'ABDALRAHMAN ALI',
  'BOKO HARAM',
  'BOKOHARAM',
  'M BABAIE INDUSTRIES',
  'M. BABAKE INDUSTRIES',
  'UMM LAYTH',
  'UMM LAYJH',
  'ZIMA, PETR ANATOLYEVICH',
  'ZIMA, PHTR ANATOLYETICH',
  '金正恩',
];
const SYLLABLES = ['MA', 'RO', 'LI', 'TE', 'CU', 'SAN', 'BER', 'VIL', 'GO', 'ZA', 'CHI', 'QUE'];
const LETTERS = 'ABCDEGHIKLMNOPQRSTUVWXYZ'.split('');

type Named = { name: string; type: PartyType };

function invent(count: number, seed: number): Named[] {
  const numbers = createRandom(seed);
  const random = (): number => numbers.below(1000) / 1000;
  const pick = (all: readonly string[]): string => all[Math.floor(random() * all.length)] ?? '';
  const word = (): string => Array.from({ length: 2 }, () => pick(SYLLABLES)).join('');
  const slip = (name: string): string => {
    const at = Math.floor(random() * name.length);
    return random() < 0.5
      ? name
      : name.slice(0, at) + (random() < 0.5 ? '' : pick(LETTERS)) + name.slice(at + 1);
  };
  return Array.from({ length: count }, (): Named => {
    if (random() < 0.15) return { name: slip(pick(OTHERS)), type: 'other' };
    if (random() < 0.4)
      return { name: slip([pick(TRADES), word(), word()].join(' ')), type: 'legal' };
    return { name: slip([pick(GIVEN), pick(SURNAMES), word()].join(' ')), type: 'natural' };
  });
}

function partyOf({ name, type }: Named): ScreenedParty {
  const nothing = { rfcs: [], curps: [], passports: [], birthDates: [], countries: [] };
  const partyType = type === 'other' ? 'vessel' : type;
  return { partyType, names: prepareNames(name, type), weakNames: [], ...nothing };
}

function makeIndex(named: readonly Named[]): EntryIndex {
  const index = createEntryIndex();
  for (const one of named) addToIndex(index, partyOf(one));
  return index;
}

/** What comparing with every name finds. */
function compareAll(index: EntryIndex, { names }: ScreenedParty, from: number): number[] {
  const found = index.names.filter(({ name }) =>
    names.some((ours) => scoreNames(ours, name) >= from),
  );
  return [...new Set(found.map(({ partyIndex }) => partyIndex))];
}

/** What looking finds, in all of its steps. */
function lookFor(index: EntryIndex, party: ScreenedParty, from: number): number[] {
  return finishSteps(findCandidates(index, party, from));
}

const inOrder = (places: readonly number[]): number[] => places.toSorted((a, b) => a - b);

describe('entries that changed', () => {
  it.each([0.75, 0.85, 0.93, 1])(
    'are found from %d on as comparing everybody with everything finds them',
    (from) => {
      const index = makeIndex(invent(300, 7));
      let found = 0;
      for (const one of invent(200, 8)) {
        const party = partyOf(one);
        const right = inOrder(compareAll(index, party, from));
        found += right.length;
        expect([one.name, inOrder(lookFor(index, party, from))]).toEqual([one.name, right]);
      }
      expect(found).toBeGreaterThan(20);
    },
  );

  it.each([
    ['JUAN VILLA GOMEZ', 'JUAN BILLAGOMES'],
    ['VILLA SENORES', 'BILLASENORE'],
    ['KARLA CRUZ PEREZ', 'CARLACRUS PEREZ'],
    // A slip at both ends of what is joined.
    ['JOSE HUERTA CRUZ', 'JOSE UERTACRUX'],
    ['IAN ESPINO RIOS', 'EANESPIN RIOS'],
  ])('are found where their words are joined as they are heard: %s, %s', (parted, joined) => {
    const [one, other] = [parted, joined].map((name): Named => ({ name, type: 'natural' }));
    if (one === undefined || other === undefined) throw new Error('There are two.');
    expect(compareAll(makeIndex([other]), partyOf(one), 0.85)).toEqual([0]);
    expect(lookFor(makeIndex([other]), partyOf(one), 0.85)).toEqual([0]);
    expect(lookFor(makeIndex([one]), partyOf(other), 0.85)).toEqual([0]);
  });

  it.each([
    ['ANA LOPEZ RIO S', 'RIOS LOPEZ ANA'],
    ['VILLA NUEVA GARCIA LUIS', 'LUIS VILLANUEBA GARCIA'],
    ['RODRIGUEZ DEL A O MARTA', 'MARTA RODRIGUEZ DELAO'],
  ])('are found where one of both parts what the other joins: %s, %s', (parted, joined) => {
    const [one, other] = [parted, joined].map((name): Named => ({ name, type: 'natural' }));
    if (one === undefined || other === undefined) throw new Error('There are two.');
    for (const [ours, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const index = makeIndex([theirs]);
      expect(lookFor(index, partyOf(ours), 0.75)).toEqual(compareAll(index, partyOf(ours), 0.75));
      expect(lookFor(index, partyOf(ours), 0.75)).toEqual([0]);
    }
  });

  it('are looked for in steps, of which each is about one word or one name', () => {
    const index = makeIndex(invent(50, 7));
    const name = invent(10, 8)
      .map((one) => one.name)
      .join(' ');
    const party = partyOf({ name, type: 'natural' });
    const words = party.names.flatMap(({ tokens }) => tokens).length;
    expect(words).toBe(28);
    expect([...findCandidates(index, party, 0.85)].length).toBeGreaterThanOrEqual(words);
  });

  it('are found by an identifier whatever the names', () => {
    const index = createEntryIndex();
    const [named] = invent(1, 1);
    if (named === undefined) throw new Error('There is one.');
    addToIndex(index, { ...partyOf(named), rfcs: ['CIE150318QX5'] });
    const other = partyOf({ name: 'NADIE IGUAL', type: 'legal' });
    expect(lookFor(index, { ...other, rfcs: ['CIE150318QX5'] }, 1)).toEqual([0]);
    expect(lookFor(index, { ...other, rfcs: ['CIE150318AB1'] }, 1)).toEqual([0]);
    expect(lookFor(index, other, 1)).toEqual([]);
  });

  it.each([
    ['AVI LAALI', 'ANA AVILALEE', 0.8],
    ['PE DROGONZALEZ CRUZ', 'ED RO GONZALEZ CRUZ', 0.85],
    ['PEDRO RA MIREZHERNANDEZ', 'PEDRO RAMI REZ HERNANDEZ', 0.85],
  ])(
    'are found where only one part is known for one of what is joined: %s',
    (name, listed, from) => {
      const index = makeIndex([{ name: listed, type: 'natural' }]);
      const party = partyOf({ name, type: 'natural' });
      expect(compareAll(index, party, from)).toEqual([0]);
      expect(lookFor(index, party, from)).toEqual([0]);
    },
  );
});

describe('the letters of two words', () => {
  it('cost the same whatever the most is that is asked for', () => {
    // Few letters, some of which are cheap to lose: many words are near.
    const letter = constantFrom(...'AAEHSSBVCKLM'.split(''));
    const word = string({ unit: letter, minLength: 1, maxLength: 12 });
    assert(
      property(word, word, constantFrom(0.76, 1.8, 2.2, 3.1), (one, other, most) => {
        const cost = computeEditCost(one, other, 100);
        const isAbove = cost > most;
        expect(computeEditCost(one, other, most)).toBe(isAbove ? Number.POSITIVE_INFINITY : cost);
      }),
      { numRuns: 5000, seed: 5 },
    );
  });

  it('never say that they cost more than they do', () => {
    const word = string({ unit: constantFrom(...LETTERS), minLength: 1, maxLength: 9 });
    assert(
      property(word, word, (one, other) => {
        const cost = toTenths(computeEditCost(one, other, 20));
        expect(computeCostMin(toAlphabetMask(one) & ~toAlphabetMask(other))).toBeLessThanOrEqual(
          cost,
        );
        expect(computeCostMin(toAlphabetMask(other) & ~toAlphabetMask(one))).toBeLessThanOrEqual(
          cost,
        );
      }),
      { numRuns: 3000, seed: 5 },
    );
  });
});
