import { expect, it } from 'vitest';
import { groupPeople } from '../../../../src/domain/screening/person-groups.ts';
import type { MatchedEntry } from '../../../../src/domain/screening/screening.ts';
import { inventMatch } from '../../../support/data/screenings.ts';

type Said = Partial<Omit<MatchedEntry, 'names'>> & { names?: string[] };

function holder({ names = ['Ana Laura Uno Dos'], ...said }: Said = {}): MatchedEntry {
  const { entry } = inventMatch();
  const alone = { identifiers: [], programs: [], birthDates: [], countries: [], details: {} };
  const all = names.map((name) => ({ name, kind: 'primary' as const }));
  return { ...entry, ...alone, source: 'pep-cia', names: all, ...said };
}

function groupsOf(...entries: MatchedEntry[]): (number | null)[] {
  const steps = groupPeople(entries);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const CONGRESS = { source: 'pep-mx-congreso' };

it('one person in two lists is one group, whatever the order of the names and the words for the country', () => {
  const other = { ...CONGRESS, names: ['UNO DOS, Ana Laura'], countries: ['mx'] };
  const entries = [
    holder({ countries: ['Mexico'] }),
    holder({ names: ['Eva Tres'] }),
    holder(other),
  ];
  expect(groupsOf(...entries)).toEqual([1, null, 1]);
  expect(groupsOf(...entries.toReversed())).toEqual([1, null, 1]);
});

it('one with two offices in one list is one group, and each group has its number', () => {
  const [ana, eva] = [holder(), holder({ names: ['Eva Sol Tres Cuatro'] })];
  expect(groupsOf(eva, ana, eva, ana, ana)).toEqual([1, 2, 1, 2, 2]);
});

it.each<[string, Said, Said]>([
  ['births are years apart', { birthDates: ['1950'] }, { birthDates: ['1970-01-01'] }],
  ['no country is the same', { countries: ['Mexico'] }, { countries: ['es', 'fr'] }],
  ['sexes differ', { details: { gender: ['female'] } }, { details: { gender: ['Male'] } }],
  [
    'CURPs differ',
    { identifiers: [{ kind: 'curp', value: 'BADD110313HCMLNS09', country: null }] },
    { identifiers: [{ kind: 'curp', value: 'AICR850612HDFLSD09', country: null }] },
  ],
  ['the list itself keeps them apart', { source: 'opensanctions' }, { source: 'opensanctions' }],
  ['one is a company', {}, { partyType: 'legal' }],
  ['one is of a list of others', {}, { source: 'ofac-sdn' }],
  ['one has a surname that is another', {}, { names: ['Ana Laura Uno Tres'] }],
])('nobody is grouped where %s', (_, one, other) => {
  expect(groupsOf(holder(one), holder(other))).toEqual([null, null]);
  // Without what speaks against it they are.
  expect(groupsOf(holder(), holder(CONGRESS))).toEqual([1, 1]);
});

it('who is like one of a group and not like another is not of it', () => {
  const [first, between, last] = [
    holder({ birthDates: ['1950'] }),
    holder(CONGRESS),
    holder({ source: 'opensanctions', birthDates: ['1970'] }),
  ];
  expect(groupsOf(first, between, last)).toEqual([1, 1, null]);
  expect(groupsOf(first, last, between)).toEqual([1, null, 1]);
});

it('another name will do, weak ones will not, and of many entries the first are looked at', () => {
  expect(groupsOf(holder(), holder({ names: ['Eva Tres', 'Ana Laura Uno Dos'] }))).toEqual([1, 1]);
  const weak = holder(CONGRESS);
  weak.names = weak.names.map((one) => ({ ...one, kind: 'weak' }));
  expect(groupsOf(holder(), weak)).toEqual([null, null]);
  const many = groupsOf(...Array.from({ length: 60 }, () => holder()));
  expect(many.map((one) => one === 1)).toEqual(many.map((_, at) => at < 50));
});
