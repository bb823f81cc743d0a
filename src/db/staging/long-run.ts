/** Statements that remove the timeouts of requests from a long transaction. */
export const LONG_RUN: readonly string[] = [
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
];
