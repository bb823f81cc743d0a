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
import { toEnumValue } from '../base/enum-value.ts';
import { USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';

const NAME_KIND_DESCRIPTIONS: Readonly<Record<(typeof NAME_KINDS)[number], string>> = {
  primary: 'Primary name of the entry.',
  aka: 'Alias (also known as).',
  fka: 'Former name (formerly known as).',
  nka: 'Current name, which replaced an earlier one (now known as).',
  weak: 'Alias that the authority marks as weak.',
  original: 'Name in its original script.',
};

const IDENTIFIER_KIND_DESCRIPTIONS: Readonly<Record<(typeof IDENTIFIER_KINDS)[number], string>> = {
  rfc: 'Mexican tax id (RFC).',
  rfc10: 'Mexican tax id (RFC) without its last three characters, the homoclave.',
  curp: 'Mexican population register id (CURP).',
  passport: 'Passport number.',
  national_id: 'Number of an identity card.',
  tax_id: 'Tax id of another country.',
  registration: 'Number in a register of companies.',
  imo: 'IMO number of a ship.',
  wallet: 'Address of a cryptocurrency wallet.',
  other: 'Another number that the list publishes.',
};

const PARTY_DESCRIPTIONS: Readonly<Record<(typeof PARTY_TYPES)[number], string>> = {
  natural: 'Natural person (persona física). v4: `FIS`.',
  legal: 'Legal entity (persona moral). v4: `MOR`.',
  vessel: 'Ship or other vessel.',
  aircraft: 'Airplane or other aircraft.',
  unknown: 'Kind of party is not stated by the list.',
};

const ListPartyType = builder.enumType('ListPartyType', {
  description: 'Kind of party that a list entry concerns.',
  values: Object.fromEntries(
    PARTY_TYPES.map((value) => [
      toEnumValue(value),
      { value, description: PARTY_DESCRIPTIONS[value] },
    ]),
  ),
});

const ListNameKind = builder.enumType('ListNameKind', {
  description: 'Kind of a name of a list entry.',
  values: Object.fromEntries(
    NAME_KINDS.map((value) => [
      toEnumValue(value),
      { value, description: NAME_KIND_DESCRIPTIONS[value] },
    ]),
  ),
});

const ListIdentifierKind = builder.enumType('ListIdentifierKind', {
  description: 'Kind of an identifier of a list entry.',
  values: Object.fromEntries(
    IDENTIFIER_KINDS.map((value) => [
      toEnumValue(value),
      { value, description: IDENTIFIER_KIND_DESCRIPTIONS[value] },
    ]),
  ),
});

const ListEntryName = builder.objectRef<ListName>('ListEntryName').implement({
  description: 'Name of a list entry as published.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Text of the name as published. v4: `name`.' }),
    kind: t.expose('kind', { type: ListNameKind, description: 'Kind of the name.' }),
  }),
});

const ListEntryIdentifier = builder.objectRef<ListIdentifier>('ListEntryIdentifier').implement({
  description: 'Identifier of a list entry, for example a tax id or a passport number.',
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
      description: 'Issuing country as published. Null when the list states none.',
    }),
  }),
});

const ListEntryDetail = builder
  .objectRef<{ name: string; text: string }>('ListEntryDetail')
  .implement({
    description: 'Additional detail of a list entry.',
    fields: (t) => ({
      name: t.exposeString('name', {
        description: 'Name of the detail: one word, which depends on the list.',
      }),
      text: t.exposeString('text', { description: 'Text of the detail, as published.' }),
    }),
  });

/** Flattens the details: each element of a list becomes a detail with the name of the list. */
function toDetails(details: EntryDetails): { name: string; text: string }[] {
  return Object.entries(details).flatMap(([name, value]) => {
    const values = typeof value === 'string' ? [value] : value;
    return values.map((item) => ({
      name,
      text: typeof item === 'string' ? item : joinDetails(item),
    }));
  });
}

/** Joins nested details to one text: `name: text; name: text`. */
function joinDetails(details: EntryDetails): string {
  return toDetails(details)
    .map(({ name, text }) => `${name}: ${text}`)
    .join('; ');
}

export const ListEntryType = builder.objectRef<MatchedEntry>('ListEntry').implement({
  description: 'Entry of a list, in one of its versions. v4: an element of `matches`.',
  fields: (t) => ({
    list: t.exposeString('source', {
      description: 'Code of the list (`CheckedList.code`). v4: `list`.',
    }),
    key: t.exposeString('entryKey', {
      description: 'Key of the entry in its list, the same in every version. v4: `entry_id`.',
    }),
    partyType: t.expose('partyType', {
      type: ListPartyType,
      description: 'Kind of party that the entry concerns.',
    }),
    name: t.exposeString('name', { description: 'Primary name of the entry. v4: `name`.' }),
    names: t.expose('names', {
      type: [ListEntryName],
      complexity: USUALLY_EMPTY_LIST_COST,
      description: 'Names of the entry, primary name first, at most 500.',
    }),
    identifiers: t.expose('identifiers', {
      type: [ListEntryIdentifier],
      complexity: USUALLY_EMPTY_LIST_COST,
      description: 'Identifiers of the entry, at most 500. v4: `identifiers`.',
    }),
    status: t.exposeString('status', {
      nullable: true,
      description:
        'Status of the entry as published by the authority. Null when the list states none.',
    }),
    programs: t.exposeStringList('programs', {
      description: 'Sanctions programs of the entry. v4: `program`.',
    }),
    birthDates: t.exposeStringList('birthDates', {
      description:
        'Birth dates, as precise as published: a year, a month or a day. v4: `birth_dates`.',
    }),
    countries: t.exposeStringList('countries', {
      description: 'Countries of the entry as published, as names or codes.',
    }),
    details: t.field({
      type: [ListEntryDetail],
      complexity: USUALLY_EMPTY_LIST_COST,
      description: 'Additional details of the entry, at most 500.',
      resolve: ({ details }) => toDetails(details),
    }),
  }),
});

builder.objectFields(ListEntryType, (t) => ({
  contentHash: t.exposeString('contentHash', {
    description: 'Hash of the whole content of this version of the entry, in hexadecimal.',
  }),
  matterHash: t.exposeString('matterHash', {
    description:
      'Hash of the facts (matter) that a decision is based on, in hexadecimal: names, identifiers, status, programs, birth dates, countries and relations. Send it as `MatchDecisionInput.expectedMatterHash`, so that a decision fails when these facts have changed since the review. v4: `matter_hash`.',
  }),
  validFrom: t.expose('validFrom', {
    type: 'Date',
    description: 'Date of the first version of the list that contains this version of the entry.',
  }),
  validTo: t.expose('validTo', {
    type: 'Date',
    nullable: true,
    description:
      'Date of the first version of the list that no longer contains this version of the entry. Null while it is the current version.',
  }),
}));
