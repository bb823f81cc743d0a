/** Counters of this process. Counting always costs less than checking for a reader. */
export const counts = {
  /** Requests under way. */
  requestsActive: 0,
  /** GraphQL requests that a compiled plan executed, and those that fell back to Yoga. */
  fastLane: { hits: 0, misses: 0 },
  /** Batched statements, and the keys that they read. */
  coalesced: { statements: 0, keys: 0 },
  /** Lines of the log that could not be written, and are written no more. */
  logLinesLost: 0,
};
