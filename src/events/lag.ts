/** Delay between an event and its delivery. */
export type Lag = {
  /**
   * Records a round: whether events were waiting to be published, and the times of the received events in milliseconds.
   */
  note: (hasWaited: boolean, timesMs: readonly number[]) => void;
  /**
   * Returns the delay of the last round with events, in milliseconds. While events wait and none arrive, the time since
   * then.
   */
  read: () => number;
};

export function createLag(now: () => number = Date.now): Lag {
  let lagMs = 0;
  let stuckSinceMs: number | undefined;
  return {
    note: (hasWaited, timesMs) => {
      const oldest = timesMs.reduce((earliest, time) => Math.min(earliest, time), now());
      lagMs = now() - oldest;
      const isStuck = hasWaited && timesMs.length === 0;
      stuckSinceMs = isStuck ? (stuckSinceMs ?? now()) : undefined;
    },
    read: () => (stuckSinceMs === undefined ? lagMs : now() - stuckSinceMs),
  };
}
