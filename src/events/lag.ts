/** How far news are behind what happened. */
export type Lag = {
  /** What a round found: whether events waited to be published, and when those happened that came, in milliseconds. */
  note: (hasWaited: boolean, timesMs: readonly number[]) => void;
  /** Of the last round that brought some, in milliseconds; where something waits and nothing comes, since when that is so. */
  read: () => number;
};

export function createLag(now: () => number = Date.now): Lag {
  let lagMs = 0;
  let stuckSinceMs: number | undefined;
  return {
    note: (hasWaited, timesMs) => {
      const oldest = timesMs.reduce((one, other) => Math.min(one, other), now());
      lagMs = now() - oldest;
      const isStuck = hasWaited && timesMs.length === 0;
      stuckSinceMs = isStuck ? (stuckSinceMs ?? now()) : undefined;
    },
    read: () => (stuckSinceMs === undefined ? lagMs : now() - stuckSinceMs),
  };
}
