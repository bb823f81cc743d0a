/** How many answers one connection is owed at most before no more is read of it. */
export const PENDING_RESPONSES_MAX = 16;
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

/** Whether a request of the connection may begin in this round of the loop; counts it where it may. */
export function createPipeline(): (connection: Turn) => boolean {
  let round = 1;
  let isCounted = false;
  const nextRound = (): void => {
    isCounted = false;
    round += 1;
  };
  return (connection) => {
    if (connection.owed >= PENDING_RESPONSES_MAX) return false;
    if (connection.round !== round) Object.assign(connection, { round, begun: 0 });
    if (connection.begun >= BEGUN_PER_ROUND) return false;
    connection.begun += 1;
    if (!isCounted) setImmediate(nextRound);
    isCounted = true;
    return true;
  };
}
