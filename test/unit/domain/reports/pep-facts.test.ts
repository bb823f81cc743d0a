import { expect, it } from 'vitest';
import type { EntryDetails } from '../../../../src/domain/lists/list-entry.ts';
import { findPepFacts, type PepClass } from '../../../../src/domain/reports/pep-facts.ts';

const SPOUSE = { kind: 'spouse', key: 'Q1', name: 'Ana Uno' };
const RELATED = { relatedTo: [SPOUSE] };

type Case = { details: EntryDetails; countries: string[]; pepClass: PepClass | null };

const CASES: Readonly<Record<string, Case>> = {
  'in office in Mexico': {
    details: { office: 'Minister' },
    countries: ['México'],
    pepClass: 'national',
  },
  'in office elsewhere': {
    details: { topics: ['role.pep'] },
    countries: ['us'],
    pepClass: 'foreign',
  },
  'nobody knows where': { details: { office: 'Minister' }, countries: [], pepClass: null },
  'called a relative': {
    details: { topics: ['role.rca'] },
    countries: ['mx'],
    pepClass: 'associate',
  },
  'related, without a topic': { details: RELATED, countries: [], pepClass: 'associate' },
  'related, and in office by the topic': {
    details: { ...RELATED, topics: ['role.pep'] },
    countries: ['mx'],
    pepClass: 'national',
  },
  'called both': {
    details: { topics: ['role.rca', 'role.pep'] },
    countries: ['mx'],
    pepClass: 'national',
  },
  'related, and with an office': {
    details: { ...RELATED, offices: [{ from: '2019' }] },
    countries: ['us'],
    pepClass: 'foreign',
  },
  'related, and with a position': {
    details: { ...RELATED, positions: ['Mayor'] },
    countries: ['mx'],
    pepClass: 'national',
  },
};

it.each(Object.entries(CASES))('the class of somebody %s is told by the list alone', (_, one) => {
  const { details, countries, pepClass } = one;
  const facts = findPepFacts({ source: 'opensanctions', details, countries });
  expect(facts?.pepClass).toBe(pepClass);
  const told = { ...SPOUSE, relationship: null, office: null, from: null, to: null };
  expect(facts?.relations).toEqual(details['relatedTo'] === undefined ? [] : [told]);
});

it('all countries and all offices are told, of which the class looks at', () => {
  const offices = [{ office: 'Senator', from: '2020', status: 'current' }, { office: 'Mayor' }];
  const details = { office: 'Senator', from: '2020', offices, positions: ['Mayor', 'Envoy'] };
  const facts = findPepFacts({ source: 'opensanctions', details, countries: ['us', 'mx'] });
  const untold = { from: null, to: null, status: null };
  expect(facts).toMatchObject({
    pepClass: 'national',
    country: 'us',
    countries: ['us', 'mx'],
    offices: [
      { position: 'Senator', from: '2020', to: null, status: 'current' },
      { position: 'Mayor', ...untold },
      { position: 'Envoy', ...untold },
    ],
  });
  const only = { office: 'Minister', from: '2019' };
  expect(
    findPepFacts({ source: 'pep-cia', details: only, countries: ['Mexico'] })?.offices,
  ).toEqual([{ position: 'Minister', from: '2019', to: null, status: null }]);
});

it('of lists of others than people in office nothing is told', () => {
  expect(findPepFacts({ source: 'ofac-sdn', details: RELATED, countries: ['mx'] })).toBeUndefined();
  expect(findPepFacts({ source: 'custom:a', details: {}, countries: [] })).toBeUndefined();
});
