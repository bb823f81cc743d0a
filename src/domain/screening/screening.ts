import type { EntryDetails, ListIdentifier, ListName, PartyType } from '../lists/list-entry.ts';
import type { ToldList } from '../lists/list-status.ts';
import type { ListComparison } from './comparable.ts';
import type { Band } from './parties/bands.ts';
import type { ExplanationItem } from './parties/explanation.ts';
import type { Passport } from './parties/screened-party.ts';
import type { Tenure } from './tenure.ts';

export const SCREENING_TRIGGERS = ['asked', 'upserted', 'lists'] as const;
/** Why it was done: a caller asked, a participant was new or changed, or a list was. */
export type ScreeningTrigger = (typeof SCREENING_TRIGGERS)[number];

export const SCREENING_OUTCOMES = ['clear', 'possible', 'alert', 'incomplete'] as const;
/**
 * `alert`: a match at or over the threshold, or by an identifier. `possible`: only weaker ones. `clear`: nothing, and every list
 * that was asked for was looked at. `incomplete`: nothing was found, but a list is not loaded, or not all that somebody is looked
 * for by could be compared with it: nobody is clear by that.
 */
export type ScreeningOutcome = (typeof SCREENING_OUTCOMES)[number];

/** Who was looked for, as it was compared. Null or empty is what is not known. */
export type ScreenedSubject = {
  partyType: 'natural' | 'legal' | 'unknown';
  /** The whole name, in the order of the country. */
  name: string | null;
  rfc: string | null;
  curp: string | null;
  passport: Passport | null;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: of birth, of a company of constitution. */
  birthDate: string | null;
  country: string | null;
};

/** A list as it was when it was looked at, and what was compared with it: null where it was not loaded. */
export type ScreenedList = ToldList & {
  /** Absent of those that were kept before it was told. */
  comparison?: ListComparison | null;
};

/** What an entry of a list said when it was compared. */
export type MatchedEntry = {
  /** The list's code; `custom:…` are the service's own. */
  source: string;
  entryKey: string;
  /** This version of the entry. */
  entryId: number;
  /** In hexadecimal: of all that it says, and of what a decision rests on. */
  contentHash: string;
  matterHash: string;
  partyType: PartyType;
  name: string;
  names: ListName[];
  identifiers: ListIdentifier[];
  status: string | null;
  programs: string[];
  birthDates: string[];
  countries: string[];
  details: EntryDetails;
  validFrom: string;
  validTo: string | null;
  /** Of lists of people in office, on the day of which it was looked at; absent of those that were kept before it was told. */
  tenure?: Tenure;
};

export type ScreeningMatch = {
  entry: MatchedEntry;
  score: number;
  band: Band;
  matchedName: string | null;
  items: ExplanationItem[];
};

export type Screening = {
  id: number;
  participantId: number | null;
  trigger: ScreeningTrigger;
  subject: ScreenedSubject;
  lists: ScreenedList[];
  /** `YYYY-MM-DD`: the lists were looked at as they are on this day. */
  asOf: string;
  threshold: number;
  outcome: ScreeningOutcome;
  /** The strongest first; of more than 100 only these. */
  matches: ScreeningMatch[];
  /** How many were found, at least: more than `matches` where these are not all. */
  matchesCount: number;
  userId: number | null;
  createdAt: Date;
};

/** One that is not stored yet; its trigger, subject and all else are. */
export type NewScreening = Omit<Screening, 'id' | 'userId' | 'createdAt'>;

/** As it stands in lists: without its matches, which are read where they are asked for. */
export type ListedScreening = Omit<Screening, 'matches'>;

type Judged = {
  matches: readonly Pick<ScreeningMatch, 'score' | 'band'>[];
  lists: readonly Pick<ScreenedList, 'comparison'>[];
  threshold: number;
};

/** Whether somebody is clear is known only where every list was looked at, for something. */
export function outcomeOf({ matches, lists, threshold }: Judged): ScreeningOutcome {
  if (matches.some(({ score, band }) => score >= threshold || band === 'identifier_exact'))
    return 'alert';
  if (matches.length > 0) return 'possible';
  const isComplete = lists.length > 0 && lists.every(({ comparison }) => comparison === 'whole');
  return isComplete ? 'clear' : 'incomplete';
}

/** All that is given must hold; from `createdSince` on, and before `createdBefore`. */
export type ScreeningFilter = {
  participantDatabaseId?: number | null | undefined;
  outcome?: ScreeningOutcome | null | undefined;
  trigger?: ScreeningTrigger | null | undefined;
  /** The code of a list that was looked at. */
  list?: string | null | undefined;
  createdSince?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
};
