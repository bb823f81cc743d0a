export const PARTY_TYPES = ['natural', 'legal', 'vessel', 'aircraft', 'unknown'] as const;
/** Whom an entry is about; `unknown` where the list does not say. */
export type PartyType = (typeof PARTY_TYPES)[number];

export const NAME_KINDS = ['primary', 'aka', 'fka', 'nka', 'weak', 'original'] as const;
/**
 * What a name is to its entry: `fka` it had before, `nka` it has now, `weak` are those that the authority itself calls
 * so, `original` is the name in its own script.
 */
export type NameKind = (typeof NAME_KINDS)[number];

export const IDENTIFIER_KINDS = [
  'rfc',
  'rfc10',
  'curp',
  'passport',
  'national_id',
  'tax_id',
  'registration',
  'imo',
  'wallet',
  'other',
] as const;
/** `rfc10` is an RFC without its homoclave. */
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export type ListName = { name: string; kind: NameKind };

/** `value` has capitals and digits only (an RFC also `Ñ` and `&`); `country` is as published. */
export type ListIdentifier = { kind: IdentifierKind; value: string; country: string | null };

/** What else an entry says, for people to read: by the reader's names. */
export type EntryDetails = { [name: string]: string | readonly string[] | readonly EntryDetails[] };

/** One entry of a list as its reader understands it. */
export type ListEntry = {
  /** What the list itself knows it by, so that its versions can be told. */
  key: string;
  partyType: PartyType;
  /** The first is the primary one. */
  names: readonly ListName[];
  identifiers: readonly ListIdentifier[];
  /** The authority's word for where the matter stands. */
  status: string | null;
  programs: readonly string[];
  /** ISO 8601-2, as precise as published: "1960", "1960-05", "1960-05-17", about "1960~", from "1960/1963". */
  birthDates: readonly string[];
  countries: readonly string[];
  details: EntryDetails;
};

/** What a reader noticed and went on after: a place and a code, never what the line says. */
export type ListWarning = { file: string; line: number; code: string };

export const AS_OF_ORIGINS = ['file', 'operator', 'loaded'] as const;
/** Source of a list's day: the file, the operator, or none, so that the day is unknown and the list counts from its `loaded` day. */
export type AsOfOrigin = (typeof AS_OF_ORIGINS)[number];
