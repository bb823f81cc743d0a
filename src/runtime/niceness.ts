import { constants, getPriority, setPriority } from 'node:os';
import { platform } from 'node:process';

/** Steps below this process: a third of what a request weighs. With ten there was no time where much is done. */
const NICE = 5;

/** Returns the niceness of a thread with a lower priority than this one. */
export function nicerThanHere(): number {
  return Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICE);
}

/**
 * Lets the thread that answers requests go before the one that calls this, where the two share a core. Linux alone: elsewhere
 * the whole process would give way, for there a priority is not a thread's (setpriority(2), "C library/kernel differences").
 */
export function yieldToOtherThreads(): void {
  if (platform !== 'linux') return;
  try {
    setPriority(nicerThanHere());
  } catch {
    // Not every system supports priorities: the thread then runs with the same priority.
  }
}
