/** Measures the delay between an event and its delivery. */
export type Lag = {
  /**
   * Records a round. `hasWaited` is true when events were waiting to be published; `timesMs` are the times of the
   * received events.
   */
  record: (hasWaited: boolean, timesMs: readonly number[]) => void;
  /**
   * Returns the delay of the oldest event of the last round in milliseconds; 0 when the round had no events. While
   * events wait to be published and none arrive, returns the time since the first such round.
   */
  read: () => number;
};

export function createLagMeter(now: () => number = Date.now): Lag {
  let lagMs = 0;
  let stuckSinceMs: number | undefined;
  return {
    record: (hasWaited, timesMs) => {
      const oldest = timesMs.reduce((earliest, time) => Math.min(earliest, time), now());
      lagMs = now() - oldest;
      const isStuck = hasWaited && timesMs.length === 0;
      stuckSinceMs = isStuck ? (stuckSinceMs ?? now()) : undefined;
    },
    read: () => (stuckSinceMs === undefined ? lagMs : now() - stuckSinceMs),
  };
}
