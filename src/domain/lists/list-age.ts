const DAY_MS = 86_400_000;

export type DatedList = {
  /** List date (as of), stated by the list or the operator, `YYYY-MM-DD`; null when unknown. */
  asOf: string | null;
  /** Last successful fetch that found this version as the newest one of its source; null when there was none. */
  sourceSeenAt: Date | null;
};

/**
 * Moment at which a list is judged: an instant, and its calendar day (`YYYY-MM-DD`) in the time zone of the process.
 */
export type Moment = { day: string; instant: Date };

/** Returns the calendar days since the list date; null when the date is unknown. */
export function getListAgeDays({ asOf }: Pick<DatedList, 'asOf'>, { day }: Moment): number | null {
  return asOf === null ? null : daysBetween(Date.parse(asOf), Date.parse(day));
}

/**
 * True when both the list date and the last fetch that found this version are older than `staleDays`. Such a fetch
 * proves that the source published nothing newer by then. A list with neither is always stale.
 */
export function isListStale(
  { asOf, sourceSeenAt }: DatedList,
  { staleDays, now }: { staleDays: number; now: Moment },
): boolean {
  const ages = [
    getListAgeDays({ asOf }, now),
    sourceSeenAt === null ? null : daysBetween(sourceSeenAt.getTime(), now.instant.getTime()),
  ];
  return !ages.some((days) => days !== null && days <= staleDays);
}

function daysBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / DAY_MS));
}
