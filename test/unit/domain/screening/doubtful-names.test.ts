import { describe, expect, it } from 'vitest';
import {
  ALERT_THRESHOLD,
  POSSIBLE_THRESHOLD,
} from '../../../../src/domain/screening/names/score-names.ts';
import { screenParty } from '../../../../src/domain/screening/parties/screen-party.ts';
import { makeParty } from '../../../support/probes/compared.ts';

type Doubtful = [query: string, names: string[], feature: string];
const SHORT: Doubtful = [
  'Nicanor Zepeda Ruelas',
  ['Nicanor Zepeda', 'Nicanor Zepeda Olmos'],
  'fuller_name',
];

describe('a name that is like the query by little is possible and no alert, and says why', () => {
  it.each<Doubtful>([
    SHORT,
    ['Matteo Quirarte', ['متى قررت', 'Nicanor Zepeda'], 'fuller_name'],
    ['Ubaldo Garza Quirarte Olmos', ['Ubaldo Olmos Garcia'], 'unlike_and_short'],
    ['Anja Tawar', ['A Tabir'], 'unlike_and_short'],
    ['Juan Zepeda', ['Juan Cepera'], 'unlike_and_common'],
    ['Quirarte Zepeda', ['Quirartes Cepera'], 'unlike_and_common'],
  ])('%s beside %j', (query, names, feature) => {
    expect(screenParty(makeParty([query]), makeParty(names))).toBeUndefined();
    const found = screenParty(makeParty([query]), makeParty(names), POSSIBLE_THRESHOLD);
    expect(found).toMatchObject({ score: 0.84, band: 'name_fuzzy' });
    expect(found?.items.map((one) => one.feature)).toContain(feature);
  });
});

describe('such a name alerts', () => {
  const [query, names] = SHORT;

  it.each([
    ['the birth', { birthDates: ['1980-01-01'] }, { birthDates: ['1980'] }],
    ['a country', { countries: ['MX'] }, { countries: ['MX'] }],
    ['an RFC as far as both know it', { rfcs: ['ZERN800101AB3'] }, { rfcs: ['ZERN800101'] }],
  ])('where %s agrees', (_, ours, theirs) => {
    const found = screenParty(makeParty([query], ours), makeParty(names, theirs));
    expect(found?.score).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });

  it.each([
    ['no fuller name is there', query, ['Nicanor Zepeda']],
    ['the fuller name is possible', query, [...names, 'Nicanor Zepeda Ruelaz Olmos']],
    ['another name has the word', query, [...names, 'Ruelas']],
    ['the query says no more', 'Nicanor Zepeda', names],
    [
      'there are too many names to hold it against',
      query,
      Array.from({ length: 13 }, () => names).flat(),
    ],
    ['both are one word, with a slip', 'Zepedo', ['Zepeda']],
    ['a particle is beside one word with a slip', 'Abu Zepdea', ['Abu Zepeda']],
    ['it is the very name', 'Zepeda Nicanor', names],
    ['a name without vowels is all there is', 'Matteo Quirarte', ['متى قررت']],
    ['a common word is the same, and the other a slip apart', 'Juan Zepeda', ['Juan Zepera']],
    ['a word that few have is the same', 'Nicanor Zepeda', ['Nicanor Cepera']],
    ['words are missing and the others the same', 'Ubaldo Quirarte Olmos', ['Ubaldo Olmos']],
  ])('where %s', (_, ours, theirs) => {
    const found = screenParty(makeParty([ours]), makeParty(theirs));
    expect(found?.score).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });
});

describe('a ship or a plane', () => {
  const ship = makeParty(['Zepeda Olmos'], { partyType: 'vessel' });
  const house = makeParty(['Zepeda Olmos'], { partyType: 'legal' });

  it.each([
    ['for a person with a word more', makeParty(['Ubaldo Zepeda Olmos']), ship],
    [
      'for a company with a slip',
      makeParty(['Zepeda Olmoz SA'], { partyType: 'legal' }),
      { ...ship, partyType: 'aircraft' as const },
    ],
    ['by a weak alias', makeParty(['Zepeta Olmos']), { ...ship, names: [], weakNames: ship.names }],
  ])('is possible and no alert, and says why: %s', (_, query, entry) => {
    expect(screenParty(query, entry)).toBeUndefined();
    const found = screenParty(query, entry, POSSIBLE_THRESHOLD);
    expect(found).toMatchObject({ score: 0.84 });
    expect(found?.items).toContainEqual(
      expect.objectContaining({ feature: 'ship_or_plane', effect: 'limits' }),
    );
  });

  it.each([
    ['it is the very name', makeParty(['Olmos Zepeda']), ship],
    [
      'a country agrees',
      makeParty(['Ubaldo Zepeda Olmos'], { countries: ['MX'] }),
      { ...ship, countries: ['MX'] },
    ],
    ['nobody says what is looked for', makeParty(['Olmoz Zepeda'], { partyType: 'unknown' }), ship],
    [
      'the list does not say what it is',
      makeParty(['Ubaldo Zepeda Olmos']),
      { ...ship, partyType: 'unknown' as const },
    ],
    ['it is a company, for a person who may be one', makeParty(['Ubaldo Zepeda Olmos']), house],
    [
      'it is a person, for a company that may be one',
      makeParty(['Olmoz Zepeda SA'], { partyType: 'legal' }),
      makeParty(['Zepeda Olmos']),
    ],
  ])('alerts where %s', (_, query, entry) => {
    expect(screenParty(query, entry)?.score).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });
});
