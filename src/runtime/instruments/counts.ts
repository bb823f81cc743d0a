/**
 * Counters of this process. They are incremented even without metrics, because counting costs less than checking the
 * setting.
 */
export const counts = {
  /** Active requests. */
  requestsActive: 0,
  /** GraphQL requests that a compiled operation executed, and those that fell back to graphql-js. */
  compiledOperations: { hits: 0, misses: 0 },
  /** Statements of batches that several requests share, and the keys that they read. */
  coalesced: { statements: 0, keys: 0 },
  /** Log lines that could not be written and were dropped. */
  logLinesLost: 0,
};
