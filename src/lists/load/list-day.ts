import type { NewestSnapshotDays } from '../../db/queries/lists/snapshots.ts';
import type { AsOfOrigin } from '../../domain/lists/list-entry.ts';
import { OperatorError } from '../../errors.ts';

/** The own day of a list as `YYYY-MM-DD`, null when unknown, and its source. */
export type ListDay = { asOf: string | null; asOfOrigin: AsOfOrigin };

type Asked = { source: string; asOf?: string; today: string };

/**
 * Returns the own day of a list: the one that the file states, otherwise the operator's, otherwise none. Throws OperatorError for two
 * different days and for an operator's day in the future.
 */
export function findDay({ asOf, today, source }: Asked, stated: string | null): ListDay {
  if (asOf !== undefined && asOf > today)
    throw new OperatorError(`Nothing was loaded: --as-of ${asOf} is in the future.`);
  if (stated !== null) {
    if (asOf !== undefined && asOf !== stated) {
      throw new OperatorError(
        `Nothing was loaded: the file of ${source} states the day ${stated}, not ${asOf}.`,
      );
    }
    return { asOf: stated, asOfOrigin: 'file' };
  }
  return asOf === undefined
    ? { asOf: null, asOfOrigin: 'loaded' }
    : { asOf, asOfOrigin: 'operator' };
}

/** True for a day that no list can be of yet; authorities east of here may be a day ahead. */
export function isInFuture(day: string, today: string): boolean {
  return Date.parse(day) - Date.parse(today) > DAY_MS;
}

const DAY_MS = 86_400_000;

/** True when a list states a day before one that the loaded list states; unknown days prove nothing. */
export function isOlder({ asOf }: Pick<ListDay, 'asOf'>, newest: NewestSnapshotDays): boolean {
  return asOf !== null && newest.asOf !== null && asOf < newest.asOf;
}

/**
 * Returns the day that a list counts from: its own one. A list of an unknown day counts from the day of loading. So does one whose day is
 * before the day that a loaded list of an unknown day counts from: it came later, and nothing says that it is older.
 */
export function placeDay(
  day: Pick<ListDay, 'asOf'>,
  { newest, today, allowOlder }: { newest: NewestSnapshotDays; today: string; allowOlder: boolean },
): string {
  const { asOf } = day;
  const { countsFrom } = newest;
  if (asOf !== null) {
    const isBehind = countsFrom !== null && asOf < countsFrom;
    if (!isBehind || allowOlder || isOlder(day, newest)) return asOf;
  }
  return countsFrom !== null && countsFrom > today ? countsFrom : today;
}
