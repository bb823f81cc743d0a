const DAY_MS = 86_400_000;

export type DatedList = {
  /** `YYYY-MM-DD`. */
  asOf: string;
  asOfOrigin: 'file' | 'operator' | 'loaded';
  confirmedAt: Date;
};

/** Whole days since the day of which a list speaks; where it says none, since it was last seen to be current. */
export function ageOfList({ asOf, asOfOrigin, confirmedAt }: DatedList, now: Date): number {
  // A list that says its own day is as old as that; of another nobody knows more than when it was last fetched.
  const from = asOfOrigin === 'file' ? Date.parse(asOf) : confirmedAt.getTime();
  return Math.max(0, Math.floor((now.getTime() - from) / DAY_MS));
}
