import type {
  MatchedEntry,
  ScreenedList,
  ScreenedSubject,
  Screening,
  ScreeningMatch,
  ScreeningOutcome,
  ScreeningTrigger,
} from '../screening/screening.ts';
import { findPepFacts, type PepFacts } from './pep-facts.ts';
import { type ReportedReview, type ReviewData, toReportedReview } from './reported-review.ts';
import { truncateDetails } from './truncate-details.ts';

export const REPORT_FORMATS = ['json', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Format and version of the report, for programs that parse it. Every change of the format changes the version. */
export const REPORT_KIND = 'screening-report';
const VERSION = 3;

/** Maximum number of matches in a report, strongest first. `matchesCount` counts all. */
export const REPORTED_MATCHES_MAX = 50;
/**
 * Maximum number of elements of each list of a match, and of characters of each text. The note `cut` marks omissions.
 */
const PER_MATCH_MAX = 30;
const TEXT_LENGTH_MAX = 300;

/** Code of a note that prevents a misunderstanding of the report. */
export type ReportNote =
  | 'form_not_registration'
  | 'article_49_bis_not_covered'
  | 'match_is_no_decision'
  | 'lists_stale'
  | 'lists_not_loaded'
  | 'not_compared'
  | 'name_cut'
  | 'cut';

export type ReportedEntry = Omit<MatchedEntry, 'entryId' | 'tenure'>;
export type ReportedMatch = Omit<ScreeningMatch, 'entry'> & {
  entry: ReportedEntry;
  /** Null when the list is not a PEP list. */
  pep: PepFacts | null;
  /** Number shared by matches that may be the same person; null when no other match is similar. */
  personGroup: number | null;
  /** Null when the participant has no such match, or when no participant was screened. */
  review: ReportedReview | null;
};

/**
 * Signed result of a screening with the decisions since. Identical for the same screening until one of its matches is
 * decided.
 */
export type ScreeningReport = {
  kind: typeof REPORT_KIND;
  version: typeof VERSION;
  /** Id of the screening, and thus of the report. */
  id: number;
  service: string;
  /** Code of the participant's business when the first report of the screening was created. */
  businessCode: string | null;
  participantId: number | null;
  trigger: ScreeningTrigger;
  screenedAt: string;
  /** Date (`YYYY-MM-DD`) of the list versions. */
  asOf: string;
  threshold: number;
  outcome: ScreeningOutcome;
  subject: ScreenedSubject;
  lists: ScreenedList[];
  matchesCount: number;
  matches: ReportedMatch[];
  notes: ReportNote[];
};

export type ReportContext = {
  service: string;
  businessCode: string | null;
  /** Group number of each match, by `groupPeople`. */
  personGroups: readonly (number | null)[];
  /** Review of each match. */
  reviews: readonly (ReviewData | undefined)[];
};

/** Creates the report of a screening, with its REPORTED_MATCHES_MAX strongest matches and truncated texts. */
export function createScreeningReport(
  screening: Screening,
  { service, businessCode, personGroups, reviews }: ReportContext,
): ScreeningReport {
  const includedMatches = screening.matches.slice(0, REPORTED_MATCHES_MAX);
  const matches = includedMatches.map(truncateMatch);
  const reviewedMatches = includedMatches.map((_match, index) => {
    const reviewData = reviews[index];
    return reviewData === undefined ? { review: null, isCut: false } : toReportedReview(reviewData);
  });
  const isCut =
    includedMatches.length < screening.matchesCount ||
    [...matches, ...reviewedMatches].some((reported) => reported.isCut);
  return {
    kind: REPORT_KIND,
    version: VERSION,
    id: screening.id,
    service,
    businessCode,
    participantId: screening.participantId,
    trigger: screening.trigger,
    screenedAt: screening.createdAt.toISOString(),
    asOf: screening.asOf,
    threshold: screening.threshold,
    outcome: screening.outcome,
    subject: screening.subject,
    lists: screening.lists,
    matchesCount: screening.matchesCount,
    matches: matches.map(({ match }, index) => ({
      ...match,
      personGroup: personGroups[index] ?? null,
      review: reviewedMatches[index]?.review ?? null,
    })),
    notes: listNotes(screening, isCut),
  };
}

function listNotes({ lists }: Screening, isCut: boolean): ReportNote[] {
  return [
    ...(lists.some(({ isLoaded }) => !isLoaded) ? (['lists_not_loaded'] as const) : []),
    ...(lists.some(({ comparison }) => comparison === 'nothing')
      ? (['not_compared'] as const)
      : []),
    ...(lists.some(({ comparison }) => comparison === 'part') ? (['name_cut'] as const) : []),
    ...(lists.some(({ isStale }) => isStale) ? (['lists_stale'] as const) : []),
    'match_is_no_decision',
    'form_not_registration',
    'article_49_bis_not_covered',
    ...(isCut ? (['cut'] as const) : []),
  ];
}

function truncateMatch({ entry, ...match }: ScreeningMatch): {
  match: Omit<ReportedMatch, 'personGroup' | 'review'>;
  isCut: boolean;
} {
  const state = { isCut: false };
  const truncateList = <T>(items: readonly T[]): T[] => {
    if (items.length > PER_MATCH_MAX) state.isCut = true;
    return items.slice(0, PER_MATCH_MAX);
  };
  const truncateText = (value: string): string => {
    const characters = Array.from(value);
    if (characters.length > TEXT_LENGTH_MAX) state.isCut = true;
    return characters.length > TEXT_LENGTH_MAX
      ? `${characters.slice(0, TEXT_LENGTH_MAX - 1).join('')}…`
      : value;
  };
  // The hash identifies the version of the entry; the id is internal to the gateway.
  const { entryId: _, tenure, ...publicEntry } = entry;
  const reportedEntry: ReportedEntry = {
    ...publicEntry,
    name: truncateText(entry.name),
    names: truncateList(entry.names).map((item) => ({ ...item, name: truncateText(item.name) })),
    identifiers: truncateList(entry.identifiers).map((item) => ({
      ...item,
      value: truncateText(item.value),
    })),
    programs: truncateList(entry.programs).map(truncateText),
    birthDates: truncateList(entry.birthDates),
    countries: truncateList(entry.countries).map(truncateText),
    details: truncateDetails(entry.details, { truncateList, truncateText }),
  };
  const items = truncateList(match.items).map((item) => ({
    ...item,
    query: item.query && truncateText(item.query),
    candidate: item.candidate && truncateText(item.candidate),
  }));
  const { matchedName } = match;
  const pep = findPepFacts({ ...reportedEntry, tenure }) ?? null;
  return {
    match: {
      ...match,
      matchedName: matchedName && truncateText(matchedName),
      items,
      entry: reportedEntry,
      pep,
    },
    isCut: state.isCut,
  };
}
