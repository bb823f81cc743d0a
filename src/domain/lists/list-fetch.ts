/**
 * What came of fetching a list: other bytes were `loaded`, the `same` came again, its server said that it is
 * `not_modified`, or it `failed` and nothing changed.
 */
export const FETCH_OUTCOMES = ['loaded', 'same', 'not_modified', 'failed'] as const;
export type FetchOutcome = (typeof FETCH_OUTCOMES)[number];

const HOUR_MS = 3_600_000;

/** Whether a list is to be fetched again: every so many hours, and after a failure every hour. */
export function isFetchDue(
  last: { triedAt: Date; outcome: FetchOutcome } | undefined,
  { everyHours, now }: { everyHours: number; now: Date },
): boolean {
  if (last === undefined) return true;
  const hours = last.outcome === 'failed' ? Math.min(1, everyHours) : everyHours;
  return now.getTime() - last.triedAt.getTime() >= hours * HOUR_MS;
}
