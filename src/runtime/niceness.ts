import { constants, getPriority, setPriority } from 'node:os';
import { platform } from 'node:process';

/** Steps below this process: a third of what a request weighs. With ten there was no time where much is done. */
const NICE = 5;

/** How nice is who lets requests go before. */
export function lowerPriority(): number {
  return Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICE);
}

/**
 * Lets the thread that answers requests go before the one that calls this, where the two share a core. Linux alone: elsewhere
 * the whole process would give way, for there a priority is not a thread's (setpriority(2), "C library/kernel differences").
 */
export function yieldToOtherThreads(): void {
  if (platform !== 'linux') return;
  try {
    setPriority(lowerPriority());
  } catch {
    // Not every system lets one say so: the thread works as the others do there.
  }
}
