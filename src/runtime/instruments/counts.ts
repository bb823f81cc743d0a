/** What is counted in this process whether or not anybody reads it: to count costs less than to ask. */
export const counts = {
  /** Requests under way. */
  requestsActive: 0,
  /** GraphQL requests that the fast lane has answered, and those that it has left to yoga. */
  fastLane: { hits: 0, misses: 0 },
  /** Statements that read for several at once, and the keys that they were asked for. */
  coalesced: { statements: 0, keys: 0 },
  /** Lines of the log that could not be written, and are written no more. */
  logLinesLost: 0,
};
