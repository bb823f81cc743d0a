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
  primary: 'The one that the entry is called by.',
  aka: 'Another one.',
  fka: 'It had it before.',
  nka: 'It has it now.',
  weak: 'The authority itself calls it weak.',
  original: 'In its own script.',
};

const IDENTIFIER_KIND_DESCRIPTIONS: Readonly<Record<(typeof IDENTIFIER_KINDS)[number], string>> = {
  rfc: 'The Mexican tax id.',
  rfc10: 'The Mexican tax id without homoclave.',
  curp: 'The Mexican population register id.',
  passport: 'The number of a passport.',
  national_id: 'Of an identity card.',
  tax_id: 'Of another country’s tax authority.',
  registration: 'Of a register of companies.',
  imo: 'Of a ship.',
  wallet: 'The address of a wallet.',
  other: 'Whatever else the list numbers.',
};

const PARTY_DESCRIPTIONS: Readonly<Record<(typeof PARTY_TYPES)[number], string>> = {
  natural: 'A natural person. v4 `FIS`.',
  legal: 'A legal entity. v4 `MOR`.',
  vessel: 'A ship.',
  aircraft: 'A plane.',
  unknown: 'The list does not say.',
};

const ListPartyType = builder.enumType('ListPartyType', {
  description: 'Whom or what an entry of a list is about.',
  values: Object.fromEntries(
    PARTY_TYPES.map((value) => [
      enumWord(value),
      { value, description: PARTY_DESCRIPTIONS[value] },
    ]),
  ),
});

const ListNameKind = builder.enumType('ListNameKind', {
  description: 'What a name is to its entry.',
  values: Object.fromEntries(
    NAME_KINDS.map((value) => [
      enumWord(value),
      { value, description: NAME_KIND_DESCRIPTIONS[value] },
    ]),
  ),
});

const ListIdentifierKind = builder.enumType('ListIdentifierKind', {
  description: 'What kind of number an entry has.',
  values: Object.fromEntries(
    IDENTIFIER_KINDS.map((value) => [
      enumWord(value),
      { value, description: IDENTIFIER_KIND_DESCRIPTIONS[value] },
    ]),
  ),
});

const ListEntryName = builder.objectRef<ListName>('ListEntryName').implement({
  description: 'A name of an entry, as published.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name. v4 `name`.' }),
    kind: t.expose('kind', {
      type: ListNameKind,
      description: 'What it is to the entry.',
    }),
  }),
});

const ListEntryIdentifier = builder.objectRef<ListIdentifier>('ListEntryIdentifier').implement({
  description: 'A number by which an entry is known.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: ListIdentifierKind,
      description: 'What kind of number. v4 `kind`.',
    }),
    value: t.exposeString('value', {
      description: 'In capitals, without blanks and hyphens. v4 `value`.',
    }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Who gave it, as published; null where it is not said.',
    }),
  }),
});

const ListEntryDetail = builder
  .objectRef<{ name: string; text: string }>('ListEntryDetail')
  .implement({
    description: 'What else an entry says.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'What it is, in one word.' }),
      text: t.exposeString('text', { description: 'As published.' }),
    }),
  });

/** Nested ones have no names of their own: they are told one by one under the name that they stand at. */
function toDetails(details: EntryDetails): { name: string; text: string }[] {
  return Object.entries(details).flatMap(([name, said]) => {
    const all = typeof said === 'string' ? [said] : said;
    return all.map((one) => ({ name, text: typeof one === 'string' ? one : tellAll(one) }));
  });
}

function tellAll(details: EntryDetails): string {
  return toDetails(details)
    .map(({ name, text }) => `${name}: ${text}`)
    .join('; ');
}

export const ListEntryType = builder.objectRef<MatchedEntry>('ListEntry').implement({
  description: 'An entry of a list, in one of its versions. v4: an element of `matches`.',
  fields: (t) => ({
    list: t.exposeString('source', { description: 'As `gateway lists` calls it. v4 `list`.' }),
    key: t.exposeString('entryKey', {
      description: 'What the list knows it by, the same in each version. v4 `entry_id`.',
    }),
    partyType: t.expose('partyType', {
      type: ListPartyType,
      description: 'Whom or what it is about.',
    }),
    name: t.exposeString('name', { description: 'What it is called. v4 `name`.' }),
    names: t.expose('names', {
      type: [ListEntryName],
      complexity: RARE_LIST_COST,
      description: 'All its names, that one first; at most 500.',
    }),
    identifiers: t.expose('identifiers', {
      type: [ListEntryIdentifier],
      complexity: RARE_LIST_COST,
      description: 'Its numbers, at most 500. v4 `identifiers`.',
    }),
    status: t.exposeString('status', {
      nullable: true,
      description: 'The authority’s word for where the matter stands.',
    }),
    programs: t.exposeStringList('programs', {
      description: 'The programmes of sanctions. v4 `program`.',
    }),
    birthDates: t.exposeStringList('birthDates', {
      description: 'As exact as published: a year, a month or a day. v4 `birth_dates`.',
    }),
    countries: t.exposeStringList('countries', { description: 'As published.' }),
    details: t.field({
      type: [ListEntryDetail],
      complexity: RARE_LIST_COST,
      description: 'What else it says, at most 500.',
      resolve: ({ details }) => toDetails(details),
    }),
  }),
});

builder.objectFields(ListEntryType, (t) => ({
  contentHash: t.exposeString('contentHash', {
    description: 'Tells this version from others, in hexadecimal.',
  }),
  matterHash: t.exposeString('matterHash', {
    description:
      'Of what a decision rests on, in hexadecimal: names, identifiers, status, programmes, births and countries. As `expectedMatterHash` it keeps a decision from being about what nobody saw. v4 `matter_hash`.',
  }),
  validFrom: t.expose('validFrom', {
    type: 'Date',
    description: 'The first day on which it said so, by the days of the list.',
  }),
  validTo: t.expose('validTo', {
    type: 'Date',
    nullable: true,
    description: 'The first day on which it no longer did; null where it still does.',
  }),
}));
