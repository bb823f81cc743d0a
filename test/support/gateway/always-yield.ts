import { onTestFinished } from 'vitest';
import { slices } from '../../../src/scheduling/time-slices.ts';

/**
 * Has all work of this process that may yield to the event loop do so at every opportunity, until the test ends: the
 * behaviour of a process whose time slice is always used up, without the load that would use it up.
 */
export function alwaysYield(): void {
  const { isOver } = slices;
  slices.isOver = () => true;
  onTestFinished(() => {
    slices.isOver = isOver;
  });
}
