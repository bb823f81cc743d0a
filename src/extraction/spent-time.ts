/**
 * Returns the time spent on a document in milliseconds, to which the time limits apply: its CPU time, so that waiting
 * for a core does not count, but at least a third of the elapsed time, so that a hanging reader is stopped.
 */
export function computeSpentTime({
  cpuMs,
  elapsedMs,
}: {
  cpuMs: number;
  elapsedMs: number;
}): number {
  return Math.max(cpuMs, elapsedMs / ELAPSED_DIVISOR);
}

/** Share of the elapsed time that counts, as a divisor. */
const ELAPSED_DIVISOR = 3;

/** Returns a function that returns the time that this process has spent since this call, by `computeSpentTime`. */
export function startSpentTimer(): () => number {
  const startedAt = performance.now();
  const usageAtStart = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(usageAtStart);
    return computeSpentTime({
      cpuMs: (user + system) / 1000,
      elapsedMs: performance.now() - startedAt,
    });
  };
}
