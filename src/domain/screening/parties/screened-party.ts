import type { PartyType } from '../../lists/list-entry.ts';
import type { PreparedName } from '../names/prepare-name.ts';

export type Passport = { number: string; country: string };

/** Who is looked for, or an entry of a list: whatever is known, prepared once. */
export type ScreenedParty = {
  /** Whom it is; `unknown` where nobody says. */
  partyType: PartyType;
  /** All that it is called: `prepareNames` of each text. */
  names: readonly PreparedName[];
  /** Names besides that the authority itself calls weak: broad ones, of which it says that many others have them. */
  weakNames: readonly PreparedName[];
  /** Normalised (`normalizeTaxId`), with homoclave or without. */
  rfcs: readonly string[];
  curps: readonly string[];
  passports: readonly Passport[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: as exact as the source is. */
  birthDates: readonly string[];
  /** One spelling for one country, whichever: the caller's. */
  countries: readonly string[];
};

export type EntryNames = Pick<ScreenedParty, 'names' | 'weakNames'>;
