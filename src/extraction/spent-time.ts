/**
 * Returns the time spent on a document in milliseconds, to which the time limits apply: its CPU time, so that waiting
 * for a core does not count, but at least a third of the elapsed time, so that a hanging reader is stopped.
 */
export function computeSpentTime({ coreMs, clockMs }: { coreMs: number; clockMs: number }): number {
  return Math.max(coreMs, clockMs / CLOCK_SHARE);
}

const CLOCK_SHARE = 3;

/** Starts to measure the time that this process spends from now on. */
export function startSpentTimer(): () => number {
  const startedAt = performance.now();
  const usageAtStart = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(usageAtStart);
    return computeSpentTime({
      coreMs: (user + system) / 1000,
      clockMs: performance.now() - startedAt,
    });
  };
}
