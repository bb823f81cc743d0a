import type { EntryDetails, ListIdentifier, ListName, PartyType } from '../lists/list-entry.ts';
import type { ListSummary } from '../lists/list-summary.ts';
import type { ListComparison } from './comparable.ts';
import type { Band } from './parties/bands.ts';
import type { ExplanationItem } from './parties/explanation.ts';
import type { Passport } from './parties/screened-party.ts';
import type { Tenure } from './tenure.ts';

export const SCREENING_TRIGGERS = ['asked', 'upserted', 'lists'] as const;
/** Cause of a screening: a request, a new or changed participant, or a changed list. */
export type ScreeningTrigger = (typeof SCREENING_TRIGGERS)[number];

export const SCREENING_OUTCOMES = ['clear', 'possible', 'alert', 'incomplete'] as const;
/**
 * Result of a screening. `alert`: a match at or above the threshold, or an equal identifier. `possible`: only weaker
 * matches. `clear`: no match, and every requested list was compared completely. `incomplete`: no match, but a list is
 * not loaded or not all data of the subject could be compared with it.
 */
export type ScreeningOutcome = (typeof SCREENING_OUTCOMES)[number];

/** Screening subject as it was compared. Unknown values are null. */
export type ScreenedSubject = {
  partyType: 'natural' | 'legal' | 'unknown';
  /** Full name, in national order. */
  name: string | null;
  rfc: string | null;
  curp: string | null;
  passport: Passport | null;
  /** Date of birth, or of incorporation of a company: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  birthDate: string | null;
  country: string | null;
};

/** List version that was compared; `comparison` is its extent, null when the list was not loaded. */
export type ScreenedList = ListSummary & {
  /** Absent in screenings stored before this field existed. */
  comparison?: ListComparison | null;
};

/** List entry as it was when it was compared. */
export type MatchedEntry = {
  /** Code of the list; `custom:…` are lists of the service. */
  source: string;
  entryKey: string;
  /** Id of this version of the entry. */
  entryId: number;
  /** Hashes in hexadecimal: of the whole content, and of the fields that a decision rests on. */
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
  /** Tenure on the day of the screening, for PEP lists; absent in screenings stored before this field existed. */
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
  /** Date (`YYYY-MM-DD`) whose list versions were compared. */
  asOf: string;
  threshold: number;
  outcome: ScreeningOutcome;
  /** Matches, strongest first, at most 100. */
  matches: ScreeningMatch[];
  /** Number of matches found, at least; greater than the length of `matches` when these are truncated. */
  matchesCount: number;
  userId: number | null;
  createdAt: Date;
};

/** Screening that is not stored yet. */
export type NewScreening = Omit<Screening, 'id' | 'userId' | 'createdAt'>;

/** Screening without its matches, which are loaded separately. */
export type ListedScreening = Omit<Screening, 'matches'>;

type OutcomeInput = {
  matches: readonly Pick<ScreeningMatch, 'score' | 'band'>[];
  lists: readonly Pick<ScreenedList, 'comparison'>[];
  threshold: number;
};

/** Decides the outcome. A subject is clear only when every list was compared completely. */
export function decideOutcome({ matches, lists, threshold }: OutcomeInput): ScreeningOutcome {
  if (matches.some(({ score, band }) => score >= threshold || band === 'identifier_exact'))
    return 'alert';
  if (matches.length > 0) return 'possible';
  const isComplete = lists.length > 0 && lists.every(({ comparison }) => comparison === 'whole');
  return isComplete ? 'clear' : 'incomplete';
}

/** Filter of screenings; all given conditions apply. `createdSince` is inclusive, `createdBefore` exclusive. */
export type ScreeningFilter = {
  participantDatabaseId?: number | null | undefined;
  outcome?: ScreeningOutcome | null | undefined;
  trigger?: ScreeningTrigger | null | undefined;
  /** Code of a compared list. */
  list?: string | null | undefined;
  createdSince?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
};
