/** Maximum number of pending responses of a connection, after which it is not read. */
export const ANSWERS_OWED_MAX = 16;
/**
 * Number of requests of one connection that start in a turn of the event loop. Responses without I/O are generated as
 * fast as requests are read, so that other connections would not be served.
 */
const BEGUN_PER_ROUND = 4;

/**
 * State of a connection: pending responses, last turn of the loop in which a request started, and number of requests
 * started in it.
 */
export type Turn = { owed: number; round: number; begun: number };

/**
 * Creates a check that returns true, and counts the request, when a request of the connection may start in this turn of
 * the loop.
 */
export function createTurns(): (connection: Turn) => boolean {
  let round = 1;
  let isCounted = false;
  const nextRound = (): void => {
    isCounted = false;
    round += 1;
  };
  return (connection) => {
    if (connection.owed >= ANSWERS_OWED_MAX) return false;
    if (connection.round !== round) Object.assign(connection, { round, begun: 0 });
    if (connection.begun >= BEGUN_PER_ROUND) return false;
    connection.begun += 1;
    if (!isCounted) setImmediate(nextRound);
    isCounted = true;
    return true;
  };
}
