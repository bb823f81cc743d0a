import type { NewestSnapshotDays } from '../../db/queries/lists/snapshots.ts';
import type { AsOfOrigin } from '../../domain/lists/list-entry.ts';
import { OperatorError } from '../../errors.ts';

/** List date as `YYYY-MM-DD`, null when unknown, and its origin. */
export type ListDate = { asOf: string | null; asOfOrigin: AsOfOrigin };

type ListDateRequest = { source: string; asOf?: string; today: string };

/**
 * Returns the list date: the one that the file states, otherwise the operator's, otherwise null. Throws OperatorError
 * for two different dates and for an operator's date in the future.
 */
export function resolveListDate(
  { asOf, today, source }: ListDateRequest,
  stated: string | null,
): ListDate {
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

/** True for a date more than one day in the future: authorities in eastern time zones may be one day ahead. */
export function isInFuture(day: string, today: string): boolean {
  return Date.parse(day) - Date.parse(today) > DAY_MS;
}

const DAY_MS = 86_400_000;

/** True when a list states an earlier date than the loaded list. Unknown dates are not older. */
export function isOlder({ asOf }: Pick<ListDate, 'asOf'>, newest: NewestSnapshotDays): boolean {
  return asOf !== null && newest.asOf !== null && asOf < newest.asOf;
}

/**
 * Returns the day on which a list takes effect: its list date if known. A date before the day on which the newest list
 * took effect, but not before the list date of that list, would put this list behind an older one. Such a list, and one
 * of unknown date, takes effect today, or on the day of the newest list if that is later. `allowOlder` retains every
 * known list date.
 */
export function getEffectiveDay(
  day: Pick<ListDate, 'asOf'>,
  { newest, today, allowOlder }: { newest: NewestSnapshotDays; today: string; allowOlder: boolean },
): string {
  const { asOf } = day;
  const { countsFrom } = newest;
  if (asOf !== null) {
    const isBefore = countsFrom !== null && asOf < countsFrom;
    if (!isBefore || allowOlder || isOlder(day, newest)) return asOf;
  }
  return countsFrom !== null && countsFrom > today ? countsFrom : today;
}
