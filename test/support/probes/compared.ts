import type { OwnedEntry } from '../../../src/db/queries/lists/entries.ts';
import { prepareNames } from '../../../src/domain/screening/names/prepare-name.ts';
import type { ScreenedParty } from '../../../src/domain/screening/parties/screened-party.ts';
import { toNamePartyType } from '../../../src/domain/screening/screened-parties.ts';

/** Creates a party with these names and no other data, by default a natural person. */
export function makeParty(
  names: readonly string[],
  facts: Partial<ScreenedParty> = {},
): ScreenedParty {
  const { partyType = 'natural' } = facts;
  return {
    partyType,
    names: names.flatMap((name) => prepareNames(name, toNamePartyType(partyType))),
    weakNames: [],
    rfcs: [],
    curps: [],
    passports: [],
    birthDates: [],
    countries: [],
    ...facts,
  };
}

type Told = Pick<OwnedEntry, 'entryId' | 'partyType'>;

/** Creates an entry of a shared list with these names and no other data. */
export function makeEntry(names: readonly string[], { entryId, partyType }: Told): OwnedEntry {
  return {
    serviceId: 0,
    source: 'ofac-sdn',
    entryKey: String(entryId),
    entryId,
    contentHash: '',
    matterHash: '',
    partyType,
    name: names[0] ?? '',
    names: names.map((name) => ({ name, kind: 'primary' })),
    identifiers: [],
    status: null,
    programs: [],
    birthDates: [],
    countries: [],
    details: {},
    validFrom: '2024-01-01',
    validTo: null,
  };
}
