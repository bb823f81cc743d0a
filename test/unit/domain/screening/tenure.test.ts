import { describe, expect, it } from 'vitest';
import type { EntryDetails } from '../../../../src/domain/lists/list-entry.ts';
import {
  addTenure,
  computeTenure,
  DEFAULT_LOOK_BACK,
  type Tenure,
} from '../../../../src/domain/screening/tenure.ts';
import { inventMatch } from '../../../support/data/screenings.ts';

type Asked = { countries?: string[]; day?: string };

function judge(details: EntryDetails, { countries = ['Mexico'], day = '2025-06-30' }: Asked = {}) {
  return computeTenure({ countries, details }, { day, lookBack: DEFAULT_LOOK_BACK });
}

function bothWays(...offices: EntryDetails[]): Tenure[] {
  return [judge({ offices }), judge({ offices: offices.toReversed() })];
}

describe('how an office stands on a day', () => {
  it.each<[Tenure, string, EntryDetails]>([
    ['current', 'it began and no end is told', { office: 'x', from: '2019' }],
    ['current', 'it ends later', { office: 'x', to: '2025-07-01' }],
    ['current', 'it ends on the day', { to: '2025-06-30' }],
    ['current', 'it ends in the month, nobody says on which day', { to: '2025-06' }],
    ['current', 'it ends in the year, nobody says when', { to: '2025' }],
    ['within_look_back', 'it ended the day before', { to: '2025-06-29' }],
    ['within_look_back', 'it ended a year ago to the day', { to: '2024-06-30' }],
    ['former', 'it ended a year and a day ago', { to: '2024-06-29' }],
    ['former', 'it ended long ago, by the words of another list', { endDate: '1999' }],
    ['unknown', 'no day is told', { office: 'x' }],
    ['unknown', 'the end is no day', { to: 'N/D' }],
    ['unknown', 'nothing is told', {}],
    [
      'unknown',
      'it is over, and nobody says when',
      { offices: [{ from: '2019', status: 'ended' }] },
    ],
    ['current', 'it is called so', { offices: [{ office: 'x', status: 'current' }] }],
  ])('%s: %s', (tenure, _, details) => {
    expect(judge(details)).toBe(tenure);
  });

  it('is that of the office which says most, in whatever order', () => {
    const [held, late, old, open] = [
      { from: '2025' },
      { to: '2025-01-31' },
      { to: '1999' },
      { office: 'x' },
    ];
    expect(bothWays(old, late, open, held)).toEqual(['current', 'current']);
    expect(bothWays(old, late, open)).toEqual(['within_look_back', 'within_look_back']);
    expect(bothWays(old, open)).toEqual(['unknown', 'unknown']);
    expect(bothWays(old)).toEqual(['former', 'former']);
  });

  it('of relatives is that of whom they are related to, unless they have one', () => {
    const relatedTo = [{ kind: 'child', key: 'Q1', name: 'Ana', from: '2019' }];
    expect(judge({ relatedTo })).toBe('current');
    expect(judge({ relatedTo, offices: [{ to: '1999' }] })).toBe('former');
    expect(judge({ relatedTo: [{ kind: 'child', key: 'Q1', name: 'Ana' }] })).toBe('unknown');
  });

  it('goes by the day that is asked for', () => {
    const details = { from: '2018', to: '2024-02-29' };
    expect(judge(details, { day: '2024-02-29' })).toBe('current');
    expect(judge(details, { day: '2025-02-28' })).toBe('within_look_back');
    expect(judge(details, { day: '2025-03-01' })).toBe('former');
  });

  it('counts for ever elsewhere, where nobody knows, and where it is not in Mexico alone', () => {
    for (const countries of [['us'], [], ['mx', 'us']])
      expect(judge({ to: '1990' }, { countries })).toBe('within_look_back');
    expect(judge({ to: '1990' }, { countries: ['mx', 'México'] })).toBe('former');
  });

  it('goes by what the operator says', () => {
    const lookBack = { nationalMonths: null, foreignMonths: 0 };
    const on = { day: '2025-06-30', lookBack };
    const details = { to: '2025-06-29' };
    expect(computeTenure({ countries: ['mx'], details }, on)).toBe('within_look_back');
    expect(computeTenure({ countries: ['us'], details }, on)).toBe('former');
  });
});

it('only entries of lists of people in office are told it of', () => {
  const on = { day: '2025-06-30', lookBack: DEFAULT_LOOK_BACK };
  const { entry } = inventMatch();
  expect(addTenure(entry, on)).toBe(entry);
  expect(addTenure({ ...entry, source: 'pep-cia' }, on).tenure).toBe('unknown');
});
