import { onTestFinished } from 'vitest';
import { timeSlices } from '../../../src/scheduling/time-slices.ts';

/**
 * Has all work of this process that may yield to the event loop do so at every opportunity, until the test ends: the
 * behaviour of a process whose time slice is always used up, without the load that would use it up.
 */
export function alwaysYield(): void {
  const { isOver } = timeSlices;
  timeSlices.isOver = () => true;
  onTestFinished(() => {
    timeSlices.isOver = isOver;
  });
}
