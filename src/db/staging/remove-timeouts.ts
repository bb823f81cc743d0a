/** Statements that remove the timeouts of requests until the end of a transaction. */
export const REMOVE_TIMEOUTS: readonly string[] = [
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
];
