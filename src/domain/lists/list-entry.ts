export const PARTY_TYPES = ['natural', 'legal', 'vessel', 'aircraft', 'unknown'] as const;
/** Type of the party of an entry; `unknown` when the list does not state it. */
export type PartyType = (typeof PARTY_TYPES)[number];

export const NAME_KINDS = ['primary', 'aka', 'fka', 'nka', 'weak', 'original'] as const;
/**
 * Relation of a name to its entry: `fka` is a former name, `nka` the current one, `weak` a name that the authority
 * itself calls weak, `original` the name in its own script.
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

/**
 * Identifier of a party. `value` has the capitals A to Z and Ñ, digits and `&` only, except a wallet address, which is
 * as published; so is `country`.
 */
export type ListIdentifier = { kind: IdentifierKind; value: string; country: string | null };

/** Further content of an entry for people to read, by names that the reader of the list defines. */
export type EntryDetails = { [name: string]: string | readonly string[] | readonly EntryDetails[] };

/** Entry of a list as parsed. */
export type ListEntry = {
  /** Key within the list, by which versions of an entry are recognized. */
  key: string;
  partyType: PartyType;
  /** Names, primary name first. */
  names: readonly ListName[];
  identifiers: readonly ListIdentifier[];
  /** Status as the authority words it. */
  status: string | null;
  programs: readonly string[];
  /**
   * Birth dates in ISO 8601-2, as precise as published: "1960", "1960-05", "1960-05-17", approximate "1960~", range
   * "1960/1963".
   */
  birthDates: readonly string[];
  countries: readonly string[];
  details: EntryDetails;
};

/** Anomaly that did not stop the parser: position and code, never content of the line. */
export type ListWarning = { file: string; line: number; code: string };

export const AS_OF_ORIGINS = ['file', 'operator', 'loaded'] as const;
/**
 * Origin of the list date: the file or the operator. `loaded`: the date is unknown, and the list takes effect on the
 * day of its import.
 */
export type AsOfOrigin = (typeof AS_OF_ORIGINS)[number];
