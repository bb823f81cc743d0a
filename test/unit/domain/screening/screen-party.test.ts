import { describe, expect, it } from 'vitest';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import {
  ALERT_THRESHOLD,
  POSSIBLE_THRESHOLD,
} from '../../../../src/domain/screening/names/score-names.ts';
import { BANDS, compareMatches } from '../../../../src/domain/screening/parties/bands.ts';
import { screenParty } from '../../../../src/domain/screening/parties/screen-party.ts';
import type { ScreenedParty } from '../../../../src/domain/screening/parties/screened-party.ts';
import { makeParty } from '../../../support/probes/compared.ts';

function party(name: string, facts: Partial<ScreenedParty> = {}): ScreenedParty {
  return makeParty([name], facts);
}

const NAME = 'Ubaldo Quirarte Olmos';
const RFC = 'QUOU800101AB3';
/** A man of 1980 and a woman of the same day. */
const CURP = 'QUOU800101HDFRLB06';
const HERS = 'QUOU800101MDFRLB06';

describe('an identifier', () => {
  it.each([
    ['RFC', { rfcs: [RFC] }, { rfcs: ['ABC010101AB1', RFC] }],
    ['CURP', { curps: [CURP] }, { curps: [CURP] }],
    [
      'passport',
      { passports: [{ number: 'G-123 456', country: 'mexico' }] },
      { passports: [{ number: 'g123456', country: 'Mexico' }] },
    ],
  ])('alerts whatever the names say: %s', (_, ours, theirs) => {
    const found = screenParty(party('Nicanor Zepeda', ours), party(NAME, theirs));
    expect(found).toMatchObject({ score: 1, band: 'identifier_exact' });
    expect(found?.items[0]).toMatchObject({ score: 1, effect: 'same' });
  });

  it('without homoclave needs a name that is possible', () => {
    const entry = party(NAME, { rfcs: [RFC.slice(0, 10)] });
    const near = screenParty(party('Ubaldo Quirarte', { rfcs: [RFC] }), entry);
    expect(near?.band).toBe('rfc10_plus_name');
    expect(screenParty(party('Nicanor Zepeda', { rfcs: [RFC] }), entry)).toBeUndefined();
  });

  it('of a passport says nothing where the country is another', () => {
    const ours = party('Nicanor Zepeda', { passports: [{ number: 'A1', country: 'MX' }] });
    const theirs = party(NAME, { passports: [{ number: 'A1', country: 'GT' }] });
    expect(screenParty(ours, theirs)).toBeUndefined();
  });

  it.each(['XAXX010101000', 'XEXX010101000', 'XXXXXXXXXXXX', 'XXXXXXXXXXXXX', ''])(
    'that stands for nobody is none: %j',
    (rfc) => {
      const [ours, theirs] = [
        party('Nicanor Zepeda', { rfcs: [rfc] }),
        party(NAME, { rfcs: [rfc] }),
      ];
      expect(screenParty(ours, theirs)).toBeUndefined();
      const same = screenParty(party(NAME, { rfcs: [rfc] }), theirs);
      expect(same).toMatchObject({ band: 'name_exact_no_dob' });
    },
  );
});

describe('the band of a name', () => {
  it.each([
    ['name_plus_dob', { birthDates: ['1980-01-01'] }, { birthDates: ['1980'] }],
    ['name_plus_dob', { curps: [CURP] }, { birthDates: ['1975', '1980-01-01'] }],
    ['name_exact_no_dob', {}, {}],
    ['name_exact_no_dob', { birthDates: ['1980-01-01'] }, { birthDates: ['1981-05-05'] }],
    ['name_exact_no_dob', { birthDates: ['soon'] }, { birthDates: ['1980'] }],
    ['name_fuzzy', { birthDates: ['1980-01-01'] }, { birthDates: ['1982-01-01'] }],
    ['name_plus_dob', { birthDates: ['1980-05-05'] }, { birthDates: ['1980~'] }],
    ['name_plus_dob', { birthDates: ['1981'] }, { birthDates: ['1980~'] }],
    ['name_exact_no_dob', { birthDates: ['1983-05-05'] }, { birthDates: ['1980~'] }],
    ['name_fuzzy', { birthDates: ['1984-05-05'] }, { birthDates: ['1980~'] }],
    ['name_fuzzy', { birthDates: ['1976-05-05'] }, { birthDates: ['1980-03-01~'] }],
    ['name_plus_dob', { birthDates: ['1973-01-01'] }, { birthDates: ['1973/1974'] }],
    ['name_plus_dob', { birthDates: ['1974-12-31'] }, { birthDates: ['1973/1974'] }],
    ['name_plus_dob', { curps: [CURP] }, { birthDates: ['1979-06-01/1980-01-01'] }],
    ['name_exact_no_dob', { curps: [CURP] }, { birthDates: ['1980-01-02/1980-06'] }],
    ['name_exact_no_dob', { birthDates: ['1975'] }, { birthDates: ['1973/1974'] }],
    ['name_fuzzy', { birthDates: ['1976'] }, { birthDates: ['1973/1974'] }],
    ['name_fuzzy', { birthDates: ['1971-12-31'] }, { birthDates: ['1973/1974', '1990~'] }],
    ['name_plus_dob', { birthDates: ['1990'] }, { birthDates: ['1973/1974', '1990~'] }],
    ['name_exact_no_dob', { birthDates: ['1950'] }, { birthDates: ['1974/1973'] }],
    ['name_exact_no_dob', { birthDates: ['1950'] }, { birthDates: ['1973/soon', '1973//'] }],
    // The birth that both CURPs tell is the same: that they differ lowers it by one, and another sex once more.
    ['name_exact_no_dob', { curps: [CURP] }, { curps: ['QUOU800101HDFRLB14'] }],
    // Its last digit is wrong: lists have such, and nobody is another by that.
    ['name_plus_dob', { curps: [CURP] }, { curps: ['QUOU800101HDFRLB17'] }],
    ['name_fuzzy', { curps: [CURP] }, { curps: [HERS] }],
    [
      'name_contradicted',
      { rfcs: [RFC], birthDates: ['1980'] },
      { rfcs: ['QUOU800101ZZ9'], birthDates: ['1990'] },
    ],
    ['name_exact_no_dob', { rfcs: [RFC] }, { rfcs: ['QUI010101AB1'] }],
  ])('is %s for %j and %j', (band, ours, theirs) => {
    const found = screenParty(party(NAME, ours), party(NAME, theirs));
    expect(found?.band).toBe(band);
    expect(found?.score).toBe(1);
  });

  it('goes by the name of the entry that is the nearest', () => {
    const names = ['Nicanor Zepeda', 'QUIRARTE OLMOS, Uvaldo'].flatMap((name) =>
      prepareNames(name, 'natural'),
    );
    const found = screenParty(party(NAME), party('', { names }));
    expect(found).toMatchObject({ band: 'name_fuzzy', matchedName: 'QUIRARTE OLMOS UVALDO' });
  });
});

it('a country supports a match and never speaks against one', () => {
  const ours = party(NAME, { countries: ['MX'] });
  const items = (country: string): unknown =>
    screenParty(ours, party(NAME, { countries: [country] }))?.items.at(-1);
  expect(items('MX')).toMatchObject({ feature: 'country', effect: 'supports' });
  expect(items('GT')).toMatchObject({ feature: 'country', effect: 'neutral', weight: 0 });
});

it('what is only possible is found by who asks for it', () => {
  const [ours, theirs] = [
    party('GASOLINERA JAGUAR 2000', { partyType: 'legal' }),
    party('GASOLINERA JAGUAR 3000', { partyType: 'legal' }),
  ];
  expect(screenParty(ours, theirs)).toBeUndefined();
  expect(screenParty(ours, theirs, POSSIBLE_THRESHOLD)?.items.at(-1)).toMatchObject({
    effect: 'limits',
  });
});

it('nothing is found where neither has a name or an identifier', () => {
  expect(screenParty(party(''), party(''))).toBeUndefined();
  expect(screenParty(party(''), party(NAME, { rfcs: [RFC] }))).toBeUndefined();
  const byRfc = screenParty(party('', { rfcs: [RFC] }), party(NAME, { rfcs: [RFC] }));
  expect(byRfc).toMatchObject({ band: 'identifier_exact', matchedName: null });
});

it('matches stand in the order of band, score and rarity', () => {
  const [strong, , , , weak] = BANDS;
  const matches = [
    { band: weak, score: 1, rarity: 1 },
    { band: weak, score: 0.9, rarity: 2 },
    { band: strong, score: 0.9, rarity: 1 },
    { band: weak, score: 1, rarity: 3 },
  ];
  expect(matches.toSorted(compareMatches)).toEqual([
    matches[2],
    matches[3],
    matches[0],
    matches[1],
  ]);
});

const withAlias = (facts: Partial<ScreenedParty> = {}): ScreenedParty =>
  party('Nicanor Zepeda Ruelas', {
    weakNames: prepareNames('Ubaldo Quirarte', 'natural'),
    ...facts,
  });

describe('a weak alias', () => {
  it('alone is possible and no alert, and says so', () => {
    const query = party('Ubaldo Quirarte Olmos');
    expect(screenParty(query, withAlias())).toBeUndefined();
    const found = screenParty(query, withAlias(), POSSIBLE_THRESHOLD);
    expect(found).toMatchObject({
      score: 0.84,
      band: 'name_fuzzy',
      matchedName: 'UBALDO QUIRARTE',
    });
    expect(found?.items).toContainEqual({
      feature: 'weak_alias',
      query: null,
      candidate: 'UBALDO QUIRARTE',
      score: 0.84,
      weight: 1,
      effect: 'limits',
    });
  });

  it.each([
    ['the birth', { birthDates: ['1980-01-01'] }, { birthDates: ['1980'] }],
    ['a country', { countries: ['MX'] }, { countries: ['US', 'MX'] }],
    ['an RFC as far as both know it', { rfcs: [RFC] }, { rfcs: [RFC.slice(0, 10)] }],
    ['another name', {}, { names: prepareNames('Ubaldo Kirarte Holmos', 'natural') }],
  ])('alerts where %s agrees', (_, ours, theirs) => {
    const found = screenParty(party('Ubaldo Quirarte Olmos', ours), withAlias(theirs));
    expect(found?.score).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
    expect(found?.items.map(({ feature }) => feature)).not.toContain('weak_alias');
  });

  it('alerts where it is the very name, word for word', () => {
    expect(screenParty(party('Quirarte, Ubaldo'), withAlias())?.score).toBe(1);
  });
});
