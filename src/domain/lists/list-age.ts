const DAY_MS = 86_400_000;

export type DatedList = {
  /** Day that the list itself or the operator states, `YYYY-MM-DD`; null when unknown. */
  asOf: string | null;
  /** Last successful fetch that found this version as the newest one of its source; null when there was none. */
  sourceSeenAt: Date | null;
};

/** Returns the whole days since the list's own day; null when that day is unknown. */
export function ageOfList({ asOf }: Pick<DatedList, 'asOf'>, now: Date): number | null {
  return asOf === null ? null : daysSince(Date.parse(asOf), now);
}

/**
 * True when neither the list's own day nor a fetch shows that the list is current: the own day counts, and a fetch counts as proof that
 * the source published nothing newer by then. A list of an unknown day that no fetch has seen is always stale.
 */
export function isListStale(
  { asOf, sourceSeenAt }: DatedList,
  { staleDays, now }: { staleDays: number; now: Date },
): boolean {
  const ages = [
    ageOfList({ asOf }, now),
    sourceSeenAt === null ? null : daysSince(sourceSeenAt.getTime(), now),
  ];
  return !ages.some((days) => days !== null && days <= staleDays);
}

function daysSince(timeMs: number, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - timeMs) / DAY_MS));
}
