/**
 * Result of fetching a list: new content was `loaded`, the content is the `same`, the server answered `not_modified`,
 * or the fetch `failed` and nothing changed.
 */
export const FETCH_OUTCOMES = ['loaded', 'same', 'not_modified', 'failed'] as const;
export type FetchOutcome = (typeof FETCH_OUTCOMES)[number];

const HOUR_MS = 3_600_000;

/** True when a list is due for a fetch: before the first, at the given interval, and hourly after a failure. */
export function isFetchDue(
  lastFetch: { triedAt: Date; outcome: FetchOutcome } | undefined,
  { everyHours, now }: { everyHours: number; now: Date },
): boolean {
  if (lastFetch === undefined) return true;
  const hours = lastFetch.outcome === 'failed' ? Math.min(1, everyHours) : everyHours;
  return now.getTime() - lastFetch.triedAt.getTime() >= hours * HOUR_MS;
}
