import { listNestedDetails, readText } from '../lists/entry-details.ts';
import { isMexico } from '../lists/is-mexico.ts';
import type { EntryDetails } from '../lists/list-entry.ts';
import { getListFamily } from '../lists/list-source.ts';
import { listPepRelations } from '../lists/pep-relation.ts';
import { formatDate } from '../shared/calendar-date.ts';
import { parseBirthSpan } from './parties/birth-span.ts';

/** Part of a list entry that its tenure is computed from. */
type ScreenedEntry = { source: string; countries: string[]; details: EntryDetails };

/** Tenures by exposure, highest first: of several offices the highest counts. */
export const TENURES = ['current', 'within_look_back', 'unknown', 'former'] as const;
/**
 * Status of a public office on a day: held, ended within the look-back period, or ended earlier. `unknown` when the
 * list states neither an end nor that the office is held.
 */
export type Tenure = (typeof TENURES)[number];

/**
 * Number of months after its end during which an office counts, for national and foreign offices; null means without
 * limit.
 */
export type LookBack = { nationalMonths: number | null; foreignMonths: number | null };

export const DEFAULT_LOOK_BACK: LookBack = { nationalMonths: 12, foreignMonths: null };

/** Day (`YYYY-MM-DD`) for which the tenure is computed, and the look-back period. */
export type TenureContext = { day: string; lookBack: LookBack };

/** Adds the tenure on the given day to a PEP entry; returns any other entry unchanged. */
export function addTenure<Entry extends ScreenedEntry>(
  entry: Entry,
  context: TenureContext,
): Entry {
  return getListFamily(entry.source) === 'pep'
    ? { ...entry, tenure: computeTenure(entry, context) }
    : entry;
}

/**
 * Computes the tenure from all offices of a person or, for a relative or associate without offices, from those of the
 * related person.
 */
export function computeTenure(
  { countries, details }: Pick<ScreenedEntry, 'countries' | 'details'>,
  { day, lookBack }: TenureContext,
): Tenure {
  const personTerms = listPersonTerms(details);
  const terms = personTerms.length > 0 ? personTerms : listPepRelations(details);
  // A person with a foreign country as well has the period of foreign offices, by default the longer one.
  const isNational = countries.length > 0 && countries.every(isMexico);
  const months = isNational ? lookBack.nationalMonths : lookBack.foreignMonths;
  const tenures = new Set(terms.map((term) => classifyTerm(term, { day, months })));
  return TENURES.find((tenure) => tenures.has(tenure)) ?? 'unknown';
}

/** Term of office as stated by the list; `status` is the OpenSanctions status of the office. */
type Term = { from: string | null; to: string | null; status?: string | null };

function listPersonTerms(details: EntryDetails): Term[] {
  if (typeof details['offices'] === 'object')
    return listNestedDetails(details, 'offices').map(toTerm);
  const singleTerm = toTerm(details);
  return singleTerm.from === null && singleTerm.to === null ? [] : [singleTerm];
}

function toTerm(details: EntryDetails): Term {
  const read = (name: string): string | null => readText(details, name);
  return {
    from: read('from') ?? read('startDate'),
    to: read('to') ?? read('endDate'),
    status: read('status'),
  };
}

function classifyTerm(
  { from, to, status }: Term,
  { day, months }: { day: string; months: number | null },
): Tenure {
  if (to === null) return isOngoing(from, status ?? null) ? 'current' : 'unknown';
  // A year or month ends on its last day, so that an office that may still be held counts as held.
  const end = parseBirthSpan(to)?.to;
  if (end === undefined) return 'unknown';
  if (end >= day) return 'current';
  return months === null || addMonths(end, months) >= day ? 'within_look_back' : 'former';
}

function isOngoing(from: string | null, status: string | null): boolean {
  return status === null ? from !== null : status === 'current';
}

/** Adds months to a date. The result may be no calendar date; it is only compared. */
function addMonths(end: string, months: number): string {
  const [year = 0, month = 1, day = 1] = end.split('-').map(Number);
  const monthIndex = year * 12 + month - 1 + months;
  return formatDate(Math.floor(monthIndex / 12), (monthIndex % 12) + 1, day);
}
