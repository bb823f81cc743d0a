/** Statements by which a transaction that takes its time has no time-out of a request's measure. */
export const LONG_RUN: readonly string[] = [
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
];
