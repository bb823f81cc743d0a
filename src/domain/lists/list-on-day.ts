import { ageOfList } from './list-age.ts';
import type { AsOfOrigin } from './list-entry.ts';
import { isSharedList, LIST_SOURCES } from './list-source.ts';

/** Days after which a service's own list counts as old. */
export const OWN_STALE_DAYS = 365;

export type SnapshotOfDay = {
  asOf: string;
  asOfOrigin: AsOfOrigin;
  sha256: string;
  rows: number;
  confirmedAt: string;
};

/** What is told of a list that was looked at; all but code and title null where it was not loaded. */
export type ToldList = {
  code: string;
  title: string;
  isLoaded: boolean;
  asOf: string | null;
  asOfOrigin: AsOfOrigin | null;
  sha256: string | null;
  rows: number | null;
  ageDays: number | null;
  isStale: boolean | null;
};

/** A list as it is at a moment, of which this snapshot speaks; none where it is not loaded. */
export function tellList(code: string, snapshot: SnapshotOfDay | null, now: Date): ToldList {
  const { title, staleDays } = isSharedList(code)
    ? LIST_SOURCES[code]
    : { title: code, staleDays: OWN_STALE_DAYS };
  if (snapshot === null) return { code, title, isLoaded: false, ...UNKNOWN };
  const { confirmedAt, ...told } = snapshot;
  const ageDays = ageOfList({ ...told, confirmedAt: new Date(confirmedAt) }, now);
  return { code, title, isLoaded: true, ...told, ageDays, isStale: ageDays > staleDays };
}

const UNKNOWN = {
  asOf: null,
  asOfOrigin: null,
  sha256: null,
  rows: null,
  ageDays: null,
  isStale: null,
};
