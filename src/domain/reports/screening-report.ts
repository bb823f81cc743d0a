import type {
  MatchedEntry,
  ScreenedList,
  ScreenedSubject,
  Screening,
  ScreeningMatch,
  ScreeningOutcome,
  ScreeningTrigger,
} from '../screening/screening.ts';
import { boundDetails } from './bound-details.ts';
import { findPepFacts, type PepFacts } from './pep-facts.ts';

export const REPORT_FORMATS = ['json', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A reader of reports knows by these two how to read one; whatever changes in them changes the version. */
export const REPORT_KIND = 'screening-report';
const VERSION = 2;

/** The strongest matches, of which a report says so much each; what is left out is counted. */
const REPORTED_MATCHES_MAX = 50;
const PER_MATCH_MAX = 30;
const TEXT_LENGTH_MAX = 300;

/** What somebody who reads a report could take it to say, and it does not. */
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
  /** Null where the list is none of people in office. */
  pep: PepFacts | null;
  /** The same of matches that may be one person; null where no other is like it. */
  personGroup: number | null;
};

/** What a screening found, as it is given out and signed: the same for the same screening, whenever it is made. */
export type ScreeningReport = {
  kind: typeof REPORT_KIND;
  version: typeof VERSION;
  /** Of the screening, and so of the report. */
  id: number;
  service: string;
  /** The code of the participant's business when the first report of the screening was made. */
  businessCode: string | null;
  participantId: number | null;
  trigger: ScreeningTrigger;
  screenedAt: string;
  /** `YYYY-MM-DD`: the lists are those of this day. */
  asOf: string;
  threshold: number;
  outcome: ScreeningOutcome;
  subject: ScreenedSubject;
  lists: ScreenedList[];
  matchesCount: number;
  matches: ReportedMatch[];
  notes: ReportNote[];
};

export type ReportOf = {
  service: string;
  businessCode: string | null;
  /** Of each match by its place, as `groupPeople` tells it. */
  personGroups: readonly (number | null)[];
};

export function makeScreeningReport(
  screening: Screening,
  { service, businessCode, personGroups }: ReportOf,
): ScreeningReport {
  const shown = screening.matches.slice(0, REPORTED_MATCHES_MAX);
  const matches = shown.map(reportMatch);
  const isCut = shown.length < screening.matchesCount || matches.some((one) => one.isCut);
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
    matches: matches.map(({ match }, at) => ({ ...match, personGroup: personGroups[at] ?? null })),
    notes: notesOf(screening, isCut),
  };
}

function notesOf({ lists }: Screening, isCut: boolean): ReportNote[] {
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

function reportMatch({ entry, ...match }: ScreeningMatch): {
  match: Omit<ReportedMatch, 'personGroup'>;
  isCut: boolean;
} {
  const cut = { isCut: false };
  const bounded = <T>(items: readonly T[]): T[] => {
    if (items.length > PER_MATCH_MAX) cut.isCut = true;
    return items.slice(0, PER_MATCH_MAX);
  };
  const text = (value: string): string => {
    const signs = Array.from(value);
    if (signs.length > TEXT_LENGTH_MAX) cut.isCut = true;
    return signs.length > TEXT_LENGTH_MAX
      ? `${signs.slice(0, TEXT_LENGTH_MAX - 1).join('')}…`
      : value;
  };
  // Which version of the entry it was says its hash; its number is of use to the gateway only.
  const { entryId: _, tenure, ...said } = entry;
  const reported: ReportedEntry = {
    ...said,
    name: text(entry.name),
    names: bounded(entry.names).map((one) => ({ ...one, name: text(one.name) })),
    identifiers: bounded(entry.identifiers).map((one) => ({ ...one, value: text(one.value) })),
    programs: bounded(entry.programs).map(text),
    birthDates: bounded(entry.birthDates),
    countries: bounded(entry.countries).map(text),
    details: boundDetails(entry.details, { bounded, text }),
  };
  const items = bounded(match.items).map((item) => ({
    ...item,
    query: item.query && text(item.query),
    candidate: item.candidate && text(item.candidate),
  }));
  const { matchedName } = match;
  const pep = findPepFacts({ ...reported, tenure }) ?? null;
  return {
    match: { ...match, matchedName: matchedName && text(matchedName), items, entry: reported, pep },
    isCut: cut.isCut,
  };
}
