import { onTestFinished } from 'vitest';
import { timeSlices } from '../../../src/scheduling/time-slices.ts';

/**
 * Makes all work that may yield to the event loop do so at every opportunity until the test ends, as if each time slice
 * were used up.
 */
export function alwaysYield(): void {
  const { isOver } = timeSlices;
  timeSlices.isOver = () => true;
  onTestFinished(() => {
    timeSlices.isOver = isOver;
  });
}
