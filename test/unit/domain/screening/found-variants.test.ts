import { expect, it } from 'vitest';
import { areDissimilar } from '../../../../src/domain/screening/names/dissimilar-names.ts';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import {
  ALERT_THRESHOLD,
  POSSIBLE_THRESHOLD,
  scoreNames,
} from '../../../../src/domain/screening/names/score-names.ts';
import {
  addToIndex,
  createEntryIndex,
  findCandidates,
} from '../../../../src/domain/screening/parties/entry-index.ts';
import type { ScreenedParty } from '../../../../src/domain/screening/parties/screened-party.ts';
import type { PartyType } from '../../../../src/domain/screening/words/party-type.ts';
import { finishSteps } from '../../../support/gateway/finish-steps.ts';

const SURNAMES = [
  'QUIRARTE OLMOS',
  'QUIRARTE DE ESQUERRA',
  'QUIRARTE',
  'OLMOS ZUBIRAN',
  'YONG HAE',
];
const GIVEN = ['BETO', 'ROBERTO', 'PEPITO', 'JOSE', 'J.', 'CHABELA', 'MARIA ISABEL', 'LEE', 'RI'];
const TRADES = [
  'FERRETERIA',
  'FERRET',
  'MUEB.',
  'MUEBLES',
  'SERV. ADMVOS.',
  'SERVICIOS ADMINISTRATIVOS',
];
const BRANDS = ['ZUBERAL', 'ZUB.', 'ZUBERAL COMP', 'TERCER MILENIO', 'III MILENIO'];
const OTHERS = [
  '이용해',
  'LEE YONG HAE',
  'יוסף שפירמן',
  'JOSEPH SHPIRMAN',
  'SERGEJS ZARUBOVS',
  'SERGEY ZARUBOV',
];

const PARTIES: readonly ScreenedParty[] = [
  ...GIVEN.flatMap((given) =>
    SURNAMES.map((surnames) => toParty(`${given} ${surnames}`, 'natural')),
  ),
  ...TRADES.flatMap((trade) => BRANDS.map((brand) => toParty(`${trade} ${brand}`, 'legal'))),
  ...OTHERS.map((name) => toParty(name, 'natural')),
];

function toParty(name: string, partyType: PartyType): ScreenedParty {
  const nothing = { rfcs: [], curps: [], passports: [], birthDates: [], countries: [] };
  const names = prepareNames(name, partyType);
  return { partyType: 'unknown', names, weakNames: [], ...nothing };
}

it.each([POSSIBLE_THRESHOLD, ALERT_THRESHOLD])(
  'the index and the estimate before scoring lose no variant that scores %d',
  (threshold) => {
    const index = createEntryIndex();
    for (const party of PARTIES) addToIndex(index, party);
    let count = 0;
    for (const party of PARTIES) {
      const similar = index.names.filter(({ name }) =>
        party.names.some((query) => scoreNames(query, name) >= threshold),
      );
      for (const { name } of similar)
        expect(
          party.names.some((query) => !areDissimilar(query, name, threshold)),
          `${party.names[0]?.core}, ${name.core}`,
        ).toBe(true);
      const expected = [...new Set(similar.map(({ partyIndex }) => partyIndex))];
      const candidates = finishSteps(findCandidates(index, party, threshold));
      expect(candidates.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
      count += expected.length;
    }
    expect(count).toBeGreaterThan(2 * PARTIES.length);
  },
);
