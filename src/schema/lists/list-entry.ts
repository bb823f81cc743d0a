import {
  type EntryDetails,
  IDENTIFIER_KINDS,
  type ListIdentifier,
  type ListName,
  NAME_KINDS,
  PARTY_TYPES,
} from '../../domain/lists/list-entry.ts';
import type { MatchedEntry } from '../../domain/screening/screening.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';

const NAME_KIND_DESCRIPTIONS: Readonly<Record<(typeof NAME_KINDS)[number], string>> = {
  primary: 'Main name of the entry.',
  aka: 'Alias (also known as).',
  fka: 'Former name.',
  nka: 'Current name, which replaced an earlier one.',
  weak: 'Weak alias, so marked by the authority.',
  original: 'Name in its original script.',
};

const IDENTIFIER_KIND_DESCRIPTIONS: Readonly<Record<(typeof IDENTIFIER_KINDS)[number], string>> = {
  rfc: 'Mexican tax id (RFC).',
  rfc10: 'Mexican tax id (RFC) without homoclave.',
  curp: 'Mexican population register id (CURP).',
  passport: 'Passport number.',
  national_id: 'Number of an identity card.',
  tax_id: 'Tax id of another country.',
  registration: 'Number in a register of companies.',
  imo: 'IMO number of a ship.',
  wallet: 'Address of a cryptocurrency wallet.',
  other: 'Other number published by the list.',
};

const PARTY_DESCRIPTIONS: Readonly<Record<(typeof PARTY_TYPES)[number], string>> = {
  natural: 'Natural person (persona física). v4: `FIS`.',
  legal: 'Legal entity (persona moral). v4: `MOR`.',
  vessel: 'Ship or other vessel.',
  aircraft: 'Airplane or other aircraft.',
  unknown: 'Type not stated by the list.',
};

const ListPartyType = builder.enumType('ListPartyType', {
  description: 'Party type of a list entry.',
  values: Object.fromEntries(
    PARTY_TYPES.map((value) => [
      enumWord(value),
      { value, description: PARTY_DESCRIPTIONS[value] },
    ]),
  ),
});

const ListNameKind = builder.enumType('ListNameKind', {
  description: 'Kind of a name of a list entry.',
  values: Object.fromEntries(
    NAME_KINDS.map((value) => [
      enumWord(value),
      { value, description: NAME_KIND_DESCRIPTIONS[value] },
    ]),
  ),
});

const ListIdentifierKind = builder.enumType('ListIdentifierKind', {
  description: 'Kind of an identifier of a list entry.',
  values: Object.fromEntries(
    IDENTIFIER_KINDS.map((value) => [
      enumWord(value),
      { value, description: IDENTIFIER_KIND_DESCRIPTIONS[value] },
    ]),
  ),
});

const ListEntryName = builder.objectRef<ListName>('ListEntryName').implement({
  description: 'Name of a list entry, as published.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name as published. v4: `name`.' }),
    kind: t.expose('kind', {
      type: ListNameKind,
      description: 'Kind of the name.',
    }),
  }),
});

const ListEntryIdentifier = builder.objectRef<ListIdentifier>('ListEntryIdentifier').implement({
  description: 'Identifier of a list entry.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: ListIdentifierKind,
      description: 'Kind of the identifier. v4: `kind`.',
    }),
    value: t.exposeString('value', {
      description: 'Identifier in capital letters, without spaces and hyphens. v4: `value`.',
    }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Issuing country, as published. Null when the list does not state it.',
    }),
  }),
});

const ListEntryDetail = builder
  .objectRef<{ name: string; text: string }>('ListEntryDetail')
  .implement({
    description: 'Further detail of a list entry.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the detail, one word.' }),
      text: t.exposeString('text', { description: 'Text of the detail, as published.' }),
    }),
  });

/** Flattens the details: each element of a list becomes a detail with the name of the list. */
function toDetails(details: EntryDetails): { name: string; text: string }[] {
  return Object.entries(details).flatMap(([name, said]) => {
    const all = typeof said === 'string' ? [said] : said;
    return all.map((detail) => ({
      name,
      text: typeof detail === 'string' ? detail : joinDetails(detail),
    }));
  });
}

function joinDetails(details: EntryDetails): string {
  return toDetails(details)
    .map(({ name, text }) => `${name}: ${text}`)
    .join('; ');
}

export const ListEntryType = builder.objectRef<MatchedEntry>('ListEntry').implement({
  description: 'Entry of a list, in one of its versions. v4: an element of `matches`.',
  fields: (t) => ({
    list: t.exposeString('source', {
      description: 'Code of the list, as in `gateway lists`. v4: `list`.',
    }),
    key: t.exposeString('entryKey', {
      description: 'Key of the entry in its list, the same in every version. v4: `entry_id`.',
    }),
    partyType: t.expose('partyType', {
      type: ListPartyType,
      description: 'Party type of the entry.',
    }),
    name: t.exposeString('name', { description: 'Main name of the entry. v4: `name`.' }),
    names: t.expose('names', {
      type: [ListEntryName],
      complexity: RARE_LIST_COST,
      description: 'Names of the entry, main name first, at most 500.',
    }),
    identifiers: t.expose('identifiers', {
      type: [ListEntryIdentifier],
      complexity: RARE_LIST_COST,
      description: 'Identifiers of the entry, at most 500. v4: `identifiers`.',
    }),
    status: t.exposeString('status', {
      nullable: true,
      description: 'Status in the words of the authority. Null when the list states none.',
    }),
    programs: t.exposeStringList('programs', {
      description: 'Sanctions programs of the entry. v4: `program`.',
    }),
    birthDates: t.exposeStringList('birthDates', {
      description:
        'Birth dates, as precise as published: a year, a month or a day. v4: `birth_dates`.',
    }),
    countries: t.exposeStringList('countries', {
      description: 'Countries of the entry, as published.',
    }),
    details: t.field({
      type: [ListEntryDetail],
      complexity: RARE_LIST_COST,
      description: 'Further details of the entry, at most 500.',
      resolve: ({ details }) => toDetails(details),
    }),
  }),
});

builder.objectFields(ListEntryType, (t) => ({
  contentHash: t.exposeString('contentHash', {
    description: 'Hash of this version of the entry, in hexadecimal. Every version has its own.',
  }),
  matterHash: t.exposeString('matterHash', {
    description:
      'Hash of the facts that a decision is based on, in hexadecimal: names, identifiers, status, programs, birth dates, countries and relations. Send it as `expectedMatterHash` to decide only on the version that was reviewed. v4: `matter_hash`.',
  }),
  validFrom: t.expose('validFrom', {
    type: 'Date',
    description: 'Date of the first list snapshot with this version.',
  }),
  validTo: t.expose('validTo', {
    type: 'Date',
    nullable: true,
    description:
      'Date of the first list snapshot without this version. Null when the version is in force.',
  }),
}));
