import { getListAgeDays, isListStale, type Moment } from './list-age.ts';
import type { AsOfOrigin } from './list-entry.ts';
import { isSharedList, LIST_SOURCES } from './list-source.ts';

/** Days after which a service's own list counts as stale. */
const OWN_STALE_DAYS = 365;

export type ListSnapshot = {
  /** List date (as of), stated by the list or the operator, `YYYY-MM-DD`; null when unknown. */
  asOf: string | null;
  asOfOrigin: AsOfOrigin;
  /** Last fetch that found this version as the newest one of its source, in ISO 8601; null when there was none. */
  sourceSeenAt: string | null;
  sha256: string;
  rows: number;
};

/** Summary of a list on a day. All fields except code and title are null when the list is not loaded. */
export type ListSummary = {
  code: string;
  title: string;
  isLoaded: boolean;
  /** Also null when the list date is unknown. */
  asOf: string | null;
  asOfOrigin: AsOfOrigin | null;
  /** Also null when no fetch has seen this version. */
  sourceSeenAt: string | null;
  sha256: string | null;
  rows: number | null;
  /** Also null when the list date is unknown. */
  ageDays: number | null;
  isStale: boolean | null;
};

/** Returns the summary of a list at a moment; `snapshot` is null when the list is not loaded. */
export function summarizeList(
  code: string,
  snapshot: ListSnapshot | null,
  now: Moment,
): ListSummary {
  const title = getListTitle(code);
  if (snapshot === null) return { code, title, isLoaded: false, ...UNLOADED_FIELDS };
  const { asOf, asOfOrigin, sourceSeenAt, sha256, rows } = snapshot;
  const facts = { asOf, asOfOrigin, sourceSeenAt, sha256, rows };
  return { code, title, isLoaded: true, ...facts, ...computeAge(code, snapshot, now) };
}

/** Returns the age of a list, and whether it exceeds the limit for lists of its source. */
export function computeAge(
  code: string,
  { asOf, sourceSeenAt }: Pick<ListSnapshot, 'asOf' | 'sourceSeenAt'>,
  now: Moment,
): { ageDays: number | null; isStale: boolean } {
  const staleDays = getStaleDays(code);
  const seenAt = sourceSeenAt === null ? null : new Date(sourceSeenAt);
  const isStale = isListStale({ asOf, sourceSeenAt: seenAt }, { staleDays, now });
  return { ageDays: getListAgeDays({ asOf }, now), isStale };
}

/** Returns the age in days after which a list is stale. */
export function getStaleDays(code: string): number {
  return isSharedList(code) ? LIST_SOURCES[code].staleDays : OWN_STALE_DAYS;
}

/** Returns the title of a shared list, or the code of a service's own list. */
export function getListTitle(code: string): string {
  return isSharedList(code) ? LIST_SOURCES[code].title : code;
}

/** State of a list as earlier versions stored it: without the date of the last fetch. */
type StoredList = Omit<ListSummary, 'sourceSeenAt'> & Partial<Pick<ListSummary, 'sourceSeenAt'>>;

/**
 * Completes the stored state of a list. Earlier versions stored the day of the import as the date of a list without
 * one, so that such a date is removed, and age and staleness are computed again.
 */
export function restoreListSummary<List extends StoredList>(
  list: List,
  now: Moment,
): List & ListSummary {
  if (list.sourceSeenAt !== undefined) return { ...list, sourceSeenAt: list.sourceSeenAt };
  if (!list.isLoaded) return { ...list, sourceSeenAt: null };
  const dates = { asOf: list.asOfOrigin === 'loaded' ? null : list.asOf, sourceSeenAt: null };
  return { ...list, ...dates, ...computeAge(list.code, dates, now) };
}

const UNLOADED_FIELDS = {
  asOf: null,
  asOfOrigin: null,
  sourceSeenAt: null,
  sha256: null,
  rows: null,
  ageDays: null,
  isStale: null,
};
