import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { OwnedEntry } from '../../../../src/db/queries/lists/entries.ts';
import type { ScreenableParticipant } from '../../../../src/db/queries/screening/screenable.ts';
import {
  compareWithEntries,
  prepareEntries,
} from '../../../../src/resolvers/rescreening/compare-with-entries.ts';
import { makeEntry } from '../../../support/probes/compared.ts';

const SERVICE = 1;
const WORDS = [
  'PANADERIA',
  'ZAPATERIA',
  'ROCINANTE',
  'QUIJADA',
  'DULCINEA',
  'MAMBRINO',
  'LA MANCHA',
];

const nameOf = (at: number): string =>
  [at, at + 1 + (at % 3), at + 2 + (at % 5)].map((place) => WORDS[place % WORDS.length]).join(' ');

const entryOf = (at: number): OwnedEntry =>
  makeEntry([nameOf(at)], { entryId: at, partyType: 'legal' });

const participantOf = (id: number): ScreenableParticipant => ({
  id,
  businessId: 1,
  personId: id,
  personType: 'legal',
  name: `${nameOf(id)} NUMERO ${id}`,
  paternalSurname: null,
  maternalSurname: null,
  rfc: null,
  curp: null,
  birthOrConstitutionDate: null,
  nationality: null,
  countryOfBirth: null,
});

it('comparing many with many gives the loop back all along', async () => {
  const places = Array.from({ length: 300 }, (_, at) => at + 1);
  const counted = { turns: 0, isDone: false };
  const counting = (async (): Promise<void> => {
    while (!counted.isDone) {
      await setImmediate();
      counted.turns += 1;
    }
  })();
  const before = process.cpuUsage();
  const lookedFor = await prepareEntries({
    serviceId: SERVICE,
    entries: places.map(entryOf),
    outdated: [],
  });
  await compareWithEntries(places.slice(0, 100).map(participantOf), lookedFor, {
    serviceId: SERVICE,
    minScore: 0.85,
  });
  const { user } = process.cpuUsage(before);
  counted.isDone = true;
  await counting;
  // However slow the machine is, a turn of the loop is not longer for it.
  expect(counted.turns).toBeGreaterThan(user / 1000 / 40);
  expect(counted.turns).toBeGreaterThan(3);
});
