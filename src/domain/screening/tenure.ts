import { partsOfDetail, textOfDetail } from '../lists/entry-details.ts';
import type { EntryDetails } from '../lists/list-entry.ts';
import { familyOf } from '../lists/list-source.ts';
import { isMexico } from '../lists/office-country.ts';
import { relationsOf } from '../lists/pep-relation.ts';
import { writeDate } from '../shared/calendar-date.ts';
import { readBirthSpan } from './parties/birth-span.ts';

/** Part of a list entry that its tenure is computed from. */
type ScreenedEntry = { source: string; countries: string[]; details: EntryDetails };

/** From the one that says most of an exposure: of several offices the first of these counts. */
export const TENURES = ['current', 'within_look_back', 'unknown', 'former'] as const;
/**
 * How an office stands on a day: held, ended no longer ago than the operator looks back, or longer ago. `unknown` where the
 * list does not say until when, nor that it goes on.
 */
export type Tenure = (typeof TENURES)[number];

/** For how many months after its end an office counts, in Mexico and elsewhere; null is for ever. */
export type LookBack = { nationalMonths: number | null; foreignMonths: number | null };

export const DEFAULT_LOOK_BACK: LookBack = { nationalMonths: 12, foreignMonths: null };

/** `YYYY-MM-DD`, and how far the operator looks back from it. */
export type TenureOn = { day: string; lookBack: LookBack };

/** An entry of a list of people in office with how the office stood on the day; any other as it is. */
export function withTenure<Entry extends ScreenedEntry>(entry: Entry, on: TenureOn): Entry {
  return familyOf(entry.source) === 'pep' ? { ...entry, tenure: tenureOf(entry, on) } : entry;
}

/** By all offices of somebody, and of a relative or associate without any by those of whom it is related to. */
export function tenureOf(
  { countries, details }: Pick<ScreenedEntry, 'countries' | 'details'>,
  { day, lookBack }: TenureOn,
): Tenure {
  const own = ownTerms(details);
  const terms = own.length > 0 ? own : relationsOf(details);
  const isNational = countries.length > 0 && countries.every(isMexico);
  const months = isNational ? lookBack.nationalMonths : lookBack.foreignMonths;
  const said = new Set(terms.map((term) => judgeTerm(term, { day, months })));
  return TENURES.find((tenure) => said.has(tenure)) ?? 'unknown';
}

/** As lists write them; `status` is OpenSanctions' word for whether an office is held. */
type Term = { from: string | null; to: string | null; status?: string | null };

function ownTerms(details: EntryDetails): Term[] {
  if (typeof details['offices'] === 'object') return partsOfDetail(details, 'offices').map(toTerm);
  const only = toTerm(details);
  return only.from === null && only.to === null ? [] : [only];
}

function toTerm(details: EntryDetails): Term {
  const said = (name: string): string | null => textOfDetail(details, name);
  return {
    from: said('from') ?? said('startDate'),
    to: said('to') ?? said('endDate'),
    status: said('status'),
  };
}

function judgeTerm(
  { from, to, status }: Term,
  { day, months }: { day: string; months: number | null },
): Tenure {
  if (to === null) return isHeld(from, status ?? null) ? 'current' : 'unknown';
  // Of a year or a month that is named the last day: whoever may be in office still is taken to be.
  const end = readBirthSpan(to)?.to;
  if (end === undefined) return 'unknown';
  if (end >= day) return 'current';
  return months === null || addMonths(end, months) >= day ? 'within_look_back' : 'former';
}

function isHeld(from: string | null, status: string | null): boolean {
  return status === null ? from !== null : status === 'current';
}

/** The same day so many months later, which may be none of the calendar: it is only ever compared. */
function addMonths(end: string, months: number): string {
  const [year = 0, month = 1, day = 1] = end.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  return writeDate(Math.floor(count / 12), (count % 12) + 1, day);
}
