import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ScreenableParticipant } from '../../../../src/db/queries/screening/screenable.ts';
import {
  readSharedEntries,
  shareEntries,
} from '../../../../src/resolvers/list-search/shared-entries.ts';
import { openComparison } from '../../../../src/resolvers/rescreening/open-comparison.ts';
import { makeEntry } from '../../../support/probes/compared.ts';

const NAMES = ['PANADERIA', 'Ñáñez Güemes', 'Иванов', '王 小明', '😀 "\\" \n', ''];
const ENTRIES = NAMES.map((name, entryId) => makeEntry([name], { entryId, partyType: 'legal' }));
const TEXTS = ENTRIES.map((entry) => JSON.stringify(entry));
const SOMEBODY: ScreenableParticipant = {
  id: 1,
  businessId: 1,
  personId: 1,
  personType: 'natural',
  name: 'Ubaldo Zepeda',
  paternalSurname: null,
  maternalSurname: null,
  rfc: null,
  curp: null,
  birthOrConstitutionDate: null,
  nationality: null,
  countryOfBirth: null,
};

it('shares entries with threads in whatever letters, without a copy for each', async () => {
  const shared = await shareEntries(1, TEXTS);
  const given = structuredClone(shared);
  expect(readSharedEntries(given)).toEqual(ENTRIES);
  Buffer.from(shared.bytes).fill(' ');
  expect(() => readSharedEntries(given)).toThrow(SyntaxError);
});

it('begins its threads in another turn of the loop than the first page is given to them', async () => {
  // Whatever waited before has had its turn.
  for (let n = 0; n < 3; n += 1) await nextTurn();
  let turns = 0;
  setImmediate(() => (turns += 1));
  const sought = { serviceId: 1, entries: TEXTS, outdated: [] };
  const comparing = await openComparison(sought, true);
  expect(turns).toBe(1);
  expect(await comparing.compare([], 0.85)).toEqual([]);
  await comparing.close();
});

it('keeps its threads, with the words that they saw, as long as it has participants to compare', async () => {
  const threads: unknown[] = [];
  const note = (thread: unknown): void => void threads.push(thread);
  process.on('worker', note);
  const sought = { serviceId: 1, entries: TEXTS, outdated: [] };
  const comparing = await openComparison(sought, true);
  const page = Array.from({ length: 100 }, (_, at) => ({ ...SOMEBODY, id: at + 1 }));
  for (let pages = 0; pages < 3; pages += 1) {
    expect(await comparing.compare(page, 0.85)).toEqual([]);
    // Whoever has nothing to do for a moment is kept.
    await setTimeout(50);
  }
  await comparing.close();
  process.off('worker', note);
  expect(threads.length).toBeLessThanOrEqual(2);
});
