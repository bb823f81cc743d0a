import { constants, getPriority, setPriority } from 'node:os';
import { platform } from 'node:process';
import { isMainThread } from 'node:worker_threads';

/** Increment of the niceness, which leaves a third of the CPU weight. With 10, background work starved under load. */
const NICE = 5;

/** Returns the niceness for work that yields to requests. */
export function getLoweredNiceness(): number {
  return Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICE);
}

/**
 * Lowers the priority of the calling worker thread below the main thread, which serves requests. Linux only: elsewhere
 * setpriority(2) would change the whole process ("C library/kernel differences"). Does nothing in the main thread, whose
 * child processes would inherit the priority.
 */
export function lowerThreadPriority(): void {
  if (platform !== 'linux' || isMainThread) return;
  try {
    setPriority(getLoweredNiceness());
  } catch {
    // A system that does not permit it runs the thread with the usual priority.
  }
}
