/**
 * How long a document has been read, in milliseconds, for the bounds that are set to it: by what a core has done for it,
 * so that one that waits for others to be done loses none of its time; but by the clock at a third of its pace at least,
 * for what hangs does nothing.
 */
export function spentTime({ coreMs, clockMs }: { coreMs: number; clockMs: number }): number {
  return Math.max(coreMs, clockMs / PATIENCE);
}

const PATIENCE = 3;

/** The same of this process, from now on. */
export function startSpentTime(): () => number {
  const begun = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return spentTime({ coreMs: (user + system) / 1000, clockMs: performance.now() - begun });
  };
}
