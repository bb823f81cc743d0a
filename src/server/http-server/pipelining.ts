/** How many answers one connection is owed at most before no more is read of it. */
export const PENDING_RESPONSES_MAX = 16;
/**
 * How many requests of one connection begin in one round of the loop. Answers that need nothing but time are made as
 * fast as requests are read, so that nobody else would have a turn in between.
 */
const BEGUN_PER_ROUND = 4;

/** Of a connection: how many answers it is owed, the last round in which some of its requests began, and how many. */
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
