import { countryCode } from '../countries/country-code.ts';
import type { ListEntry } from '../lists/list-entry.ts';
import { type Comparable, comparableOf } from './comparable.ts';
import { type PreparedName, prepareAsked, prepareNames } from './names/prepare-name.ts';
import type { EntryNames, Passport, ScreenedParty } from './parties/screened-party.ts';
import type { MatchedEntry, ScreenedSubject } from './screening.ts';
import type { PartyType } from './words/party-type.ts';

/** What the rules of names know of whom a list or a caller speaks. */
export function nameTypeOf(partyType: string): PartyType {
  return partyType === 'natural' || partyType === 'legal' ? partyType : 'other';
}

export type ReadSubject = { party: ScreenedParty; comparable: Comparable };

/** Who is looked for, ready to be compared, and what there is to compare. */
export function readSubject(subject: ScreenedSubject): ReadSubject {
  const partyType = nameTypeOf(subject.partyType);
  const { names, extent } = prepareAsked(subject.name ?? '', partyType);
  const party = {
    partyType: subject.partyType,
    names,
    weakNames: [],
    rfcs: someOf(subject.rfc),
    curps: someOf(subject.curp),
    passports: someOf(subject.passport).map(readPassport),
    birthDates: someOf(subject.birthDate),
    countries: someOf(subject.country).map(countryCode),
  };
  return { party, comparable: comparableOf(party, extent) };
}

export function partyOfSubject(subject: ScreenedSubject): ScreenedParty {
  return readSubject(subject).party;
}

/** All names of an entry, ready to be compared with many. */
export function namesOfEntry({ partyType, names }: NamedEntry): EntryNames {
  const prepare = (some: NamedEntry['names']): PreparedName[] =>
    some.flatMap(({ name }) => prepareNames(name, nameTypeOf(partyType)));
  return {
    names: prepare(names.filter(({ kind }) => kind !== 'weak')),
    weakNames: prepare(names.filter(({ kind }) => kind === 'weak')),
  };
}

type NamedEntry = Pick<ListEntry, 'partyType' | 'names'>;

/**
 * What an entry says, ready to be compared with the subject. A passport of which the list does not say the country is
 * taken for one of the country that is asked for: it is shown rather than hidden.
 */
export function partyOfEntry(
  entry: MatchedEntry,
  { passport, names, weakNames }: EntryNames & Pick<ScreenedSubject, 'passport'>,
): ScreenedParty {
  const valuesOf = (...kinds: string[]): string[] =>
    entry.identifiers.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value);
  const passports = entry.identifiers.filter(({ kind }) => kind === 'passport');
  return {
    partyType: entry.partyType,
    names,
    weakNames,
    rfcs: valuesOf('rfc', 'rfc10'),
    curps: valuesOf('curp'),
    passports: passports.map(({ value, country }) =>
      readPassport({ number: value, country: country ?? passport?.country ?? '' }),
    ),
    birthDates: entry.birthDates,
    countries: entry.countries.map(countryCode),
  };
}

function someOf<Value>(value: Value | null): Value[] {
  return value === null ? [] : [value];
}

function readPassport({ number, country }: Passport): Passport {
  return { number: normalizePassport(number), country: countryCode(country) };
}

/** As lists have it: capitals and digits. */
function normalizePassport(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
