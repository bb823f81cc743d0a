/** Maximum number of pending responses of a connection; beyond it, no further requests are read. */
export const PENDING_RESPONSES_MAX = 16;
/**
 * Number of requests of one connection that start in an iteration of the event loop. Responses without I/O are
 * generated as fast as requests are read, so that other connections would not be served.
 */
const STARTS_PER_ITERATION = 4;

/**
 * State of a connection: pending responses, last loop iteration in which a request started, and number of requests
 * started in it.
 */
export type PipelineState = { pending: number; iteration: number; started: number };

/**
 * Creates a function that returns whether a request of the connection may start in this iteration of the event loop,
 * and counts it if so.
 */
export function createStartLimiter(): (connection: PipelineState) => boolean {
  let iteration = 1;
  let isResetScheduled = false;
  const nextIteration = (): void => {
    isResetScheduled = false;
    iteration += 1;
  };
  return (connection) => {
    if (connection.pending >= PENDING_RESPONSES_MAX) return false;
    if (connection.iteration !== iteration) {
      connection.iteration = iteration;
      connection.started = 0;
    }
    if (connection.started >= STARTS_PER_ITERATION) return false;
    connection.started += 1;
    if (!isResetScheduled) setImmediate(nextIteration);
    isResetScheduled = true;
    return true;
  };
}
