import type { PartyType } from '../../lists/list-entry.ts';
import type { PreparedName } from '../names/prepare-name.ts';

export type Passport = { number: string; country: string };

/** Screening subject or list entry, prepared once for comparison. */
export type ScreenedParty = {
  /** Type of the party; `unknown` when no source states it. */
  partyType: PartyType;
  /** Prepared names: `prepareNames` of each text. */
  names: readonly PreparedName[];
  /** Weak aliases: broad names that the authority itself marks as shared by many others. */
  weakNames: readonly PreparedName[];
  /** Normalized RFCs (`normalizeTaxId`), with or without homoclave. */
  rfcs: readonly string[];
  curps: readonly string[];
  passports: readonly Passport[];
  /** Birth dates, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as the source. */
  birthDates: readonly string[];
  /** Country codes; equal countries must have equal codes on both sides. */
  countries: readonly string[];
};

export type EntryNames = Pick<ScreenedParty, 'names' | 'weakNames'>;
