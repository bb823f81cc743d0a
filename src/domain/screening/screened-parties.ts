import { toCountryCode } from '../countries/country-code.ts';
import type { ListEntry } from '../lists/list-entry.ts';
import { type Comparable, toComparable } from './comparable.ts';
import { type PreparedName, prepareNames, prepareQueryNames } from './names/prepare-name.ts';
import type { EntryNames, Passport, ScreenedParty } from './parties/screened-party.ts';
import type { MatchedEntry, ScreenedSubject } from './screening.ts';
import type { PartyType } from './words/party-type.ts';

/** Returns the party type used by name comparison. */
export function toNamePartyType(partyType: string): PartyType {
  return partyType === 'natural' || partyType === 'legal' ? partyType : 'other';
}

export type PreparedSubject = { party: ScreenedParty; comparable: Comparable };

/** Prepares a screening subject for comparison, with the extent of its comparable data. */
export function prepareSubject(subject: ScreenedSubject): PreparedSubject {
  const partyType = toNamePartyType(subject.partyType);
  const { names, extent } = prepareQueryNames(subject.name ?? '', partyType);
  const party = {
    partyType: subject.partyType,
    names,
    weakNames: [],
    rfcs: toList(subject.rfc),
    curps: toList(subject.curp),
    passports: toList(subject.passport).map(toPassport),
    birthDates: toList(subject.birthDate),
    countries: toList(subject.country).map(toCountryCode),
  };
  return { party, comparable: toComparable(party, extent) };
}

export function toSubjectParty(subject: ScreenedSubject): ScreenedParty {
  return prepareSubject(subject).party;
}

/** Prepares all names of an entry for comparison with many subjects. */
export function prepareEntryNames({ partyType, names }: NamedEntry): EntryNames {
  const prepare = (entryNames: NamedEntry['names']): PreparedName[] =>
    entryNames.flatMap(({ name }) => prepareNames(name, toNamePartyType(partyType)));
  return {
    names: prepare(names.filter(({ kind }) => kind !== 'weak')),
    weakNames: prepare(names.filter(({ kind }) => kind === 'weak')),
  };
}

type NamedEntry = Pick<ListEntry, 'partyType' | 'names'>;

/**
 * Prepares an entry for comparison with the subject. A listed passport without a country is assumed to be of the
 * subject's country: an uncertain match is shown rather than hidden.
 */
export function toEntryParty(
  entry: MatchedEntry,
  { passport, names, weakNames }: EntryNames & Pick<ScreenedSubject, 'passport'>,
): ScreenedParty {
  const listValues = (...kinds: string[]): string[] =>
    entry.identifiers.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value);
  const passports = entry.identifiers.filter(({ kind }) => kind === 'passport');
  return {
    partyType: entry.partyType,
    names,
    weakNames,
    rfcs: listValues('rfc', 'rfc10'),
    curps: listValues('curp'),
    passports: passports.map(({ value, country }) =>
      toPassport({ number: value, country: country ?? passport?.country ?? '' }),
    ),
    birthDates: entry.birthDates,
    countries: entry.countries.map(toCountryCode),
  };
}

function toList<Value>(value: Value | null): Value[] {
  return value === null ? [] : [value];
}

function toPassport({ number, country }: Passport): Passport {
  return { number: normalizePassport(number), country: toCountryCode(country) };
}

/** Reduces a passport number to its capitals and digits, which is the format of lists. */
function normalizePassport(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
