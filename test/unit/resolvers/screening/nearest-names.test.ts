import { expect, it } from 'vitest';
import type { OwnedEntry } from '../../../../src/db/queries/lists/entries.ts';
import { screenParty } from '../../../../src/domain/screening/parties/screen-party.ts';
import { toEntryParty, toSubjectParty } from '../../../../src/domain/screening/screened-parties.ts';
import type { ScreenedSubject } from '../../../../src/domain/screening/screening.ts';
import { findNearestNames } from '../../../../src/resolvers/list-search/nearest-names.ts';
import { makeEntry } from '../../../support/probes/compared.ts';

const SUBJECT: ScreenedSubject = {
  partyType: 'natural',
  name: 'Nicanor Zepeda Ruelas',
  rfc: null,
  curp: null,
  passport: null,
  birthDate: null,
  country: null,
};

const entryOf = (...names: string[]): OwnedEntry =>
  makeEntry(names, { entryId: 1, partyType: 'natural' });

it.each([
  ['is no alert where a fuller name denies the nearest', ['Nicanor Zepeda Olmos'], false],
  [
    'alerts by another name than one that is denied',
    ['Nicanor Zepeda Olmos', 'Nicanor Ruelas'],
    true,
  ],
])('a search %s', async (_, names, isAlert) => {
  const entry = entryOf('Nicanor Zepeda', ...names);
  const party = toSubjectParty(SUBJECT);
  const [
    nearest = {
      names: [],
      weakNames: [],
    },
  ] = await findNearestNames(1, [
    {
      party,
      entry,
    },
  ]);
  const found = screenParty(
    party,
    toEntryParty(entry, {
      passport: null,
      ...nearest,
    }),
  );
  expect(found !== undefined).toBe(isAlert);
});
